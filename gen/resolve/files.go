package resolve

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// openRoot loads the file that the graph starts from. It is the one the user named, so where it leads by a symbolic link
// is their affair.
func (r *resolver) openRoot(name string) *File {
	name = path.Clean(name)
	data, err := fs.ReadFile(r.opts.FS, name)
	if err != nil {
		r.errs.Addf(diag.Pos{File: r.shown(name)}, "", "cannot read the schema: %s", reason(err))
		return nil
	}
	f := &File{Name: r.shown(name), path: name, uri: inFolder + name}
	if real, err := follow(r.opts.FS, name); err == nil {
		r.byPath[real] = f
	}
	return r.loadFile(f, data, Draft2020)
}

// loadFile parses and indexes a file. A file that is not JSON, which has been reported, leaves a resource whose names
// are unknown.
func (r *resolver) loadFile(f *File, data []byte, inherited Dialect) *File {
	node, err := load.Parse(f.Name, data)
	r.errs.AddError(err)
	if err == nil && !isSchema(node) {
		r.errs.Addf(node.Pos, "#", "a schema must be an object or a boolean, not %s", describe(node))
		node = nil
	}
	if node == nil {
		r.resources[f.uri] = &resource{uri: f.uri, file: f, broken: true}
		return f
	}
	f.guessed = len(r.files) > 0 && node.Kind == load.Object && node.Get("$schema") == nil
	r.files = append(r.files, f)
	r.indexFile(f, node, f.uri, inherited)
	return f
}

// locate loads the file that a reference leads to, if there is one to be had. What it says otherwise completes the
// message, with a hint.
func (r *resolver) locate(l *link) (found bool, why, hint string) {
	if a := r.allowedURL(l.uri); a != "" {
		return r.openOutside(l, a)
	}
	if p, ok := strings.CutPrefix(l.uri, inFolder); ok {
		return r.openPath(l, p)
	}
	if name := r.findByID(l); name != "" {
		return r.openInside(l, name)
	}
	if a := r.allowedByID(l.uri); a != "" {
		return r.openOutside(l, a)
	}
	if p, ok := r.mirrored(l); ok {
		return r.openPath(l, p)
	}
	hint = useCopy(l)
	if near := r.nearestIdentifier(l); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return false, "which no loaded file and no file beside the schema has as its \"$id\", and the network is never opened", hint
}

// useCopy is a hint for what is nowhere to be found.
func useCopy(l *link) string {
	return fmt.Sprintf("put a file with that \"$id\" beside the schema, or name a local copy: --allow-ref %s=PATH", l.uri)
}

// openPath opens what is at a path that starts in the folder.
func (r *resolver) openPath(l *link, p string) (found bool, why, hint string) {
	if path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../") {
		if a := r.allowedPath(p); a != "" {
			return r.openOutside(l, a)
		}
		return false, "which is outside the schema's folder",
			"copy the file into the folder, or allow it: --allow-ref " + r.shown(p)
	}
	return r.openInside(l, p)
}

// openInside opens a file of the folder.
func (r *resolver) openInside(l *link, name string) (found bool, why, hint string) {
	real, err := follow(r.opts.FS, name)
	if err != nil {
		return false, err.Error(), "only what is inside the folder itself may be referred to"
	}
	if f, seen := r.byPath[real]; seen {
		return r.again(l, f)
	}
	data, err := fs.ReadFile(r.opts.FS, real)
	if err != nil {
		if strings.HasPrefix(l.uri, inFolder) {
			return false, "which cannot be read: " + reason(err), r.nearestFile(real)
		}
		return false, fmt.Sprintf("and %s, where it would be, cannot be read: %s", r.shown(real), reason(err)), cmp.Or(r.nearestFile(real), useCopy(l))
	}
	if foreign := foreignID(data, l.uri); foreign != "" && !strings.HasPrefix(l.uri, inFolder) {
		return false, fmt.Sprintf("where %s would be, but its \"$id\" is %s", r.shown(real), foreign), "refer to it by its \"$id\""
	}
	f := &File{Name: r.shown(real), path: real, uri: l.uri}
	r.byPath[real] = f
	r.loadFile(f, data, l.from.Dialect)
	return true, "", ""
}

// again lets a file that has been loaded be found by one more URI.
func (r *resolver) again(l *link, f *File) (found bool, why, hint string) {
	res := r.resources[f.uri]
	if res == nil {
		return false, "which cannot be read", ""
	}
	if id := res.uri; !res.broken && id != f.uri && id != l.uri && !strings.HasPrefix(l.uri, inFolder) {
		return false, fmt.Sprintf("where %s would be, but its \"$id\" is %s", f.Name, display(id)), "refer to it by its \"$id\""
	}
	r.resources[l.uri] = res
	return true, "", ""
}

// openOutside opens a file that AllowRef names.
func (r *resolver) openOutside(l *link, name string) (found bool, why, hint string) {
	key := "outside:" + name
	if f, seen := r.byPath[key]; seen {
		return r.again(l, f)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return false, fmt.Sprintf("for which --allow-ref names %s, which cannot be read: %s", name, reason(err)), ""
	}
	f := &File{Name: name, uri: l.uri}
	r.byPath[key] = f
	r.loadFile(f, data, l.from.Dialect)
	return true, "", ""
}

// findByID is the file beside the schema, or beside the file that refers, whose root "$id" is what is looked for.
func (r *resolver) findByID(l *link) string {
	folders := []string{path.Dir(r.files[0].path)}
	if l.from.File.path != "" {
		folders = append(folders, path.Dir(l.from.File.path))
	}
	for _, folder := range folders {
		if name := r.idsIn(folder)[l.uri]; name != "" {
			return name
		}
	}
	return ""
}

// idsIn are the *.json files of a folder by the absolute "$id" of their roots. Of two with one "$id" the first counts
// here; that the other exists is nobody's mistake until it is loaded as well.
func (r *resolver) idsIn(folder string) map[string]string {
	if ids := r.ids[folder]; ids != nil {
		return ids
	}
	ids := map[string]string{}
	names, _ := fs.Glob(r.opts.FS, path.Join(escapeGlob(folder), "*.json"))
	for _, name := range names {
		if real, err := follow(r.opts.FS, name); err == nil {
			data, _ := fs.ReadFile(r.opts.FS, real)
			if id := rootID(data); id != "" && ids[id] == "" {
				ids[id] = name
			}
		}
	}
	r.ids[folder] = ids
	return ids
}

// rootID is the absolute "$id" at the root of a document, "" where there is none or the document is no JSON object.
func rootID(data []byte) string {
	var root map[string]json.RawMessage
	var id string
	if json.Unmarshal(data, &root) != nil || json.Unmarshal(root["$id"], &id) != nil {
		return ""
	}
	uri, _, err := splitFragment(id)
	if err != nil || isRelative(uri) {
		return ""
	}
	uri, err = absolute("", uri)
	if err != nil {
		return ""
	}
	return uri
}

// foreignID is the absolute "$id" at the root of a document if it is not the one that was looked for.
func foreignID(data []byte, uri string) string {
	if id := rootID(data); id != uri {
		return id
	}
	return ""
}

// mirrored is the path in the folder at which a relative reference in a file with an "$id" finds what it means, if the
// folder is laid out as the URIs are.
func (r *resolver) mirrored(l *link) (string, bool) {
	f := l.from.File
	if f.path == "" || !isRelative(strings.SplitN(l.text, "#", 2)[0]) {
		return "", false
	}
	p, ok := pathFrom(f.Root.res.uri, l.uri)
	if !ok {
		return "", false
	}
	return path.Join(path.Dir(f.path), p), true
}

// shown is a path of the folder as messages show it.
func (r *resolver) shown(p string) string {
	if path.IsAbs(p) {
		return p
	}
	return filepath.Join(r.opts.Dir, filepath.FromSlash(p))
}

// nearestFile is a hint at a file of a similar name in the same folder.
func (r *resolver) nearestFile(name string) string {
	entries, _ := fs.ReadDir(r.opts.FS, path.Dir(name))
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return didYouMean(path.Base(name), names)
}

// reason is what went wrong with a file, without its name, which the message has already.
func reason(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}

var globEscaper = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

func escapeGlob(folder string) string { return globEscaper.Replace(folder) }
