package demo

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// maxAsk bounds what the page sends, in bytes.
const maxAsk = 64 << 10

// ask is what the page sends for a run.
type ask struct {
	// Session is empty for a new conversation.
	Session string `json:"session"`
	// Binding is "sse" or "proto".
	Binding string `json:"binding"`
	// Prompt is what the user says, if there is nothing to answer.
	Prompt  string   `json:"prompt"`
	Answers []answer `json:"answers"`
}

// answer is the user's answer to an interrupt.
type answer struct {
	Interrupt string `json:"interrupt"`
	// Value is what was filled in, absent for an interrupt that is abandoned.
	Value *string `json:"value"`
}

// refusal is what is wrong with what the page has sent, for the user.
type refusal struct {
	status int
	text   string
}

func (e *refusal) Error() string { return e.text }

// refuse answers with an error.
func refuse(w http.ResponseWriter, e *refusal) { http.Error(w, e.text, e.status) }

// read reads the JSON body of a request of the page.
func read(w http.ResponseWriter, r *http.Request, v any) *refusal {
	if mediaType, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); mediaType != "application/json" {
		return &refusal{http.StatusUnsupportedMediaType, "The page sends JSON."}
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxAsk))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return &refusal{http.StatusBadRequest, "That could not be read, or is too long."}
	}
	return nil
}

// accept is the Accept header for a binding.
func (a *ask) accept() (string, *refusal) {
	switch a.Binding {
	case "sse":
		return transport.AcceptSSE, nil
	case "proto":
		return transport.AcceptAny, nil
	}
	return "", &refusal{http.StatusBadRequest, "There are two bindings: sse and proto."}
}

// entries are the answers for [client.Thread.Resume].
func (a *ask) entries(open []agui.Interrupt) ([]agui.ResumeEntry, *refusal) {
	var entries []agui.ResumeEntry
	for _, answer := range a.Answers {
		i := slices.IndexFunc(open, func(i agui.Interrupt) bool { return i.ID == answer.Interrupt })
		switch {
		case i < 0:
			return nil, &refusal{http.StatusBadRequest, "That question is not open any more."}
		case answer.Value == nil:
			entries = append(entries, client.Abandon(answer.Interrupt))
			continue
		}
		payload, err := payload(kindOf(&open[i]), *answer.Value)
		if err != nil {
			return nil, &refusal{http.StatusBadRequest, fmt.Sprintf("%q is no answer: %v.", *answer.Value, err)}
		}
		entries = append(entries, client.Answer(answer.Interrupt, payload))
	}
	return entries, nil
}

// kind is what to fill in for an answer.
type kind string

const (
	yesOrNo  kind = "choice"
	aNumber  kind = "number"
	someText kind = "text"
)

// kindOf looks at the type that the interrupt's schema wants, without judging by the schema.
func kindOf(i *agui.Interrupt) kind {
	var schema struct{ Type any }
	if i.ResponseSchema == "" || json.Unmarshal([]byte(i.ResponseSchema), &schema) != nil {
		return someText
	}
	switch schema.Type {
	case "boolean":
		return yesOrNo
	case "integer", "number":
		return aNumber
	}
	return someText
}

// payload is what was filled in, as JSON.
func payload(k kind, value string) (jsonx.Raw, error) {
	switch k {
	case yesOrNo:
		if value != "true" && value != "false" {
			return "", fmt.Errorf("it is yes or no")
		}
		return jsonx.Raw(value), nil
	case aNumber:
		var n json.Number
		if err := json.Unmarshal([]byte(value), &n); err != nil || n == "" {
			return "", fmt.Errorf("it is a number")
		}
		return jsonx.Raw(n), nil
	}
	b, err := jsonx.AppendString(nil, value)
	return jsonx.Raw(b), err
}
