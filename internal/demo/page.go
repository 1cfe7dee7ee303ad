package demo

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"

	"github.com/agui-gen/agui-gen/internal/demo/agent"
)

//go:embed assets
var assets embed.FS

var pageTemplate = template.Must(template.ParseFS(assets, "assets/page.html"))

// servePage answers with the page, which lists what the agent can do.
func servePage(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	page := struct {
		Agent string
		Acts  []agent.Act
	}{"http://" + r.Host + "/agent", agent.Acts()}
	if err := pageTemplate.Execute(&b, page); err != nil {
		http.Error(w, "The page cannot be made.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(b.Bytes()) // a reader that has gone is told nothing
}
