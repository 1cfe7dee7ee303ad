package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/agui-gen/agui-gen/internal/judge"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/spf13/cobra"
)

func validateCmd() *cobra.Command {
	var v validator
	cmd := &cobra.Command{
		Use:   "validate --def NAME [--schema FILE] FILE...",
		Short: "Judge JSON documents against a definition, exactly as the schema says",
		Long: `validate writes one JSON object a violation to standard output: file, keyword, instanceLocation, keywordLocation,
absoluteKeywordLocation, message. A file that holds no JSON document is invalid, too: its one object names no keyword, and
its message says at which byte it breaks off. The file - is standard input.

Without --schema the definitions are those of AG-UI 1.0, and without --def a document is an event.

The exit status is 0 when every document is valid, 1 when one is not, 2 when a document or the schema could not be read.`,
		Example: `  agui validate --def RunAgentInput input.json
  agui validate --schema chat.json --def Line line.json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd, args) },
	}
	cmd.Flags().StringVar(&v.def, "def", "", "the definition to judge by: its key in $defs (default the schema's root)")
	cmd.Flags().StringVar(&v.schema, "schema", "", "the schema's file (default AG-UI 1.0)")
	cmd.Flags().StringArrayVar(&v.allowRef, "allow-ref", nil, "a $ref that may leave the schema's folder: a path, or URL=path")
	must(cmd.MarkFlagFilename("schema", "json"))
	return cmd
}

// validator is one call of the command.
type validator struct {
	def, schema string
	allowRef    []string
}

func (v *validator) run(cmd *cobra.Command, files []string) error {
	s, err := v.open()
	if err != nil {
		return err
	}
	w := bufio.NewWriter(cmd.OutOrStdout())
	status := exitStatus(0)
	for _, file := range files {
		data, err := readDocument(cmd, file)
		if err != nil {
			reporterOf(cmd).error(err)
			status = couldNotRun
			continue
		}
		valid, err := judgeFile(w, s, file, data)
		if err != nil {
			return err
		}
		if !valid {
			status = max(status, 1)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	if status != 0 {
		return status
	}
	return nil
}

func readDocument(cmd *cobra.Command, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(cmd.InOrStdin())
	}
	return os.ReadFile(file)
}

// open is the definition to judge by.
func (v *validator) open() (schema.Schema, error) {
	if v.schema != "" {
		return judge.Open(filepath.ToSlash(v.schema), v.def, v.allowRef)
	}
	if v.def == "" {
		return agui.EventSchema, nil
	}
	if s, ok := agui.SchemaOf(v.def); ok {
		return s, nil
	}
	return schema.Schema{}, fmt.Errorf("AG-UI 1.0 has no definition %q; agui-gen lint --profile agui lists them", v.def)
}

// fileViolation is a line of output.
type fileViolation struct {
	File string `json:"file"`
	violation.Violation
}

// judgeFile writes what is wrong with one document. A file that holds no JSON is an invalid document too: its one line
// names no keyword and says where it breaks off.
func judgeFile(w *bufio.Writer, s schema.Schema, file string, data []byte) (valid bool, err error) {
	verdict := s.ValidateJSON(data)
	if verdict == nil {
		return true, nil
	}
	var found []violation.Violation
	var many *violation.Error
	var syntax *jsonx.SyntaxError
	switch {
	case errors.As(verdict, &many):
		found = many.Violations
	case errors.As(verdict, &syntax):
		found = []violation.Violation{{Message: syntax.Error()}}
	default:
		return false, verdict
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, v := range found {
		if err := enc.Encode(fileViolation{file, v}); err != nil {
			return false, err
		}
	}
	return false, nil
}
