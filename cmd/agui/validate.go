package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/agui-gen/agui-gen/internal/judge"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/spf13/cobra"
)

func validateCmd() *cobra.Command {
	var def, schemaFile string
	cmd := &cobra.Command{
		Use:   "validate --def NAME [--schema FILE] FILE...",
		Short: "Judge JSON documents against a definition, exactly as the schema says",
		Long: `validate writes one JSON object a violation to standard output: file, keyword, instanceLocation, keywordLocation,
absoluteKeywordLocation, message. The exit status is 0 when every document is valid, 1 when one is not, 2 when a
document or the schema could not be read.

Without --schema the definitions are those of AG-UI 1.0, and without --def a document is an event.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := findSchema(schemaFile, def)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(cmd.OutOrStdout())
			defer w.Flush()
			invalid := false
			for _, file := range args {
				data, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				ok, err := judgeFile(w, s, file, data)
				if err != nil {
					return err
				}
				invalid = invalid || !ok
			}
			if invalid {
				return exitStatus(1)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&def, "def", "", "the definition to judge by: its key in $defs (default the schema's root)")
	cmd.Flags().StringVar(&schemaFile, "schema", "", "the schema's file (default AG-UI 1.0)")
	return cmd
}

func findSchema(file, def string) (schema.Schema, error) {
	if file != "" {
		return judge.Open(file, def)
	}
	if def == "" {
		return agui.EventSchema, nil
	}
	if s, ok := agui.SchemaOf(def); ok {
		return s, nil
	}
	return schema.Schema{}, fmt.Errorf("AG-UI 1.0 has no definition %q", def)
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
