// Command cors serves an agent to pages of other origins. A browser asks before it sends JSON there, and shows a page no
// answer that does not say that it may see it; so CORS is a handler around that of the agent, and the agent knows nothing of
// it.
package main

import (
	"context"
	"log"
	"net/http"
	"slices"
	"time"

	"github.com/agui-gen/agui-gen/sdk/server"
)

// cors lets pages of some origins run what is behind it, refusals included, which a front end shows.
func cors(next http.Handler, origins ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin") // a cache must not give one origin's answer to another
		origin := r.Header.Get("Origin")
		if slices.Contains(origins, origin) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", "Retry-After")
		}
		if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, r)
			return
		}
		if slices.Contains(origins, origin) {
			h.Set("Access-Control-Allow-Methods", "POST")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			h.Set("Access-Control-Max-Age", "600") // seconds
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

func agent(_ context.Context, run *server.Run) error {
	return run.Text().Write("High tide at noon.")
}

func main() {
	s := http.Server{
		Addr:              "127.0.0.1:8000",
		Handler:           cors(server.New(agent, server.Options{}), "http://localhost:3000"),
		ReadHeaderTimeout: 10 * time.Second,
	}
	log.Fatal(s.ListenAndServe())
}
