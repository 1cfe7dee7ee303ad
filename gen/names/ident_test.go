package names

import (
	"go/token"
	"slices"
	"testing"
	"unicode"
)

func TestExported(t *testing.T) {
	for in, want := range map[string]string{
		"messageId":             "MessageID",
		"toolCallIds":           "ToolCallIDs",
		"SubagentRunId":         "SubagentRunID",
		"JsonPatch":             "JSONPatch",
		"JsonPatchOperation":    "JSONPatchOperation",
		"UrlSource":             "URLSource",
		"mimeType":              "MIMEType",
		"supportedMimeTypes":    "SupportedMIMETypes",
		"documentationUrl":      "DocumentationURL",
		"httpBinary":            "HTTPBinary",
		"HTTPSServer":           "HTTPSServer",
		"JSONPatch":             "JSONPatch",
		"utf8Text":              "UTF8Text",
		"pdf":                   "PDF",
		"identity":              "Identity",
		"video":                 "Video",
		"PARCEL_SENT_BACK":      "ParcelSentBack",
		"RUN_ID":                "RunID",
		"tool-call":             "ToolCall",
		"MOCA citation record":  "MOCACitationRecord",
		"A":                     "A",
		"xCoord":                "XCoord",
		"1.0":                   "X1_0",
		"10":                    "X10",
		"1st":                   "X1st",
		"v1beta2":               "V1beta2",
		"x-y":                   "XY",
		"$ref":                  "Ref",
		"$":                     "Dollar",
		"<=":                    "LessEqual",
		"":                      "Empty",
		"日本":                    "X日本",
		"éclair":                "Éclair",
		"e\u0301clair":          "Eclair",
		"ǆ":                     "Ǆ",
		"ßeta":                  "Xßeta",
		"\u202e":                "Symbol",
		"a\nb":                  "AB",
		"_private":              "Private",
		"Type.property.inner":   "TypePropertyInner",
		"encryptedValueSubtype": "EncryptedValueSubtype",
	} {
		if got := Exported(in); got != want {
			t.Errorf("Exported(%q) is %s, want %s", in, got, want)
		}
	}
}

func TestUnexported(t *testing.T) {
	for in, want := range map[string]string{
		"messageId": "messageID", "ID": "id", "URL": "url", "JsonPatch": "jsonPatch", "type": "typeValue", "func": "funcValue",
		"string": "stringValue", "nil": "nilValue", "opt": "optValue", "schema": "schemaValue", "JSON": "jsonValue", "1st": "x1st",
		"": "empty", "$ref": "ref", "日本": "日本",
	} {
		if got := unexported(in); got != want {
			t.Errorf("unexported(%q) is %s, want %s", in, got, want)
		}
	}
}

// FuzzNames holds that whatever a schema calls something becomes an identifier that can be used.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"messageId", "", "$ref", "日本", "1st", "\xff", "ǆa", "a\u0300", "ß", "Ⅷ", "_", "x_1_2", "İ", "ŉ", "ϒ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range []string{Exported(s), spelled(s)} {
			if !token.IsIdentifier(name) || !token.IsExported(name) {
				t.Errorf("%q becomes %q, which is no exported identifier", s, name)
			}
		}
		p := unexported(s)
		if !token.IsIdentifier(p) || unicode.IsUpper(firstRune(p)) || slices.Contains(Imports, p) || slices.Contains(predeclared, p) {
			t.Errorf("%q becomes %q, which is no good name for a parameter", s, p)
		}
	})
}
