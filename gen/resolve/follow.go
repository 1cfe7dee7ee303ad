package resolve

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// maxLinks is how many symbolic links one path may lead through, as on Linux.
const maxLinks = 40

// follow walks a path of a file system and resolves the symbolic links on the way, to a path without any. It is an
// error if one leads out of the file system's root, whether or not the file system would go along.
func follow(fsys fs.FS, name string) (string, error) {
	rest := strings.Split(name, "/")
	at := "."
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		rest = rest[1:]
		if next == ".." || strings.HasPrefix(next, "../") {
			return "", errors.New("which leads out of the schema's folder")
		}
		info, err := fs.Lstat(fsys, next)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			at = next // what is missing is reported when it is read
			continue
		}
		target, err := fs.ReadLink(fsys, next)
		if err != nil {
			return "", fmt.Errorf("where the symbolic link %s cannot be read: %s", next, reason(err))
		}
		if links++; links > maxLinks {
			return "", fmt.Errorf("where symbolic links lead in a circle at %s", next)
		}
		if path.IsAbs(target) {
			return "", fmt.Errorf("where the symbolic link %s leads out of the schema's folder", next)
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return at, nil
}
