package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Apply makes the changes. New content is first written beside its place, all of it, and only then moved there, so that
// a full disk or a read-only folder leaves everything as it was, folders included.
func (p Plan) Apply() error {
	s := &staging{files: map[string]string{}}
	for _, c := range p {
		if c.Action == Remove {
			continue
		}
		if err := s.stage(c); err != nil {
			return errors.Join(err, s.undo())
		}
	}
	for _, c := range p {
		if err := s.commit(c); err != nil {
			return errors.Join(err, s.undo())
		}
	}
	return nil
}

// staging is new content on its way to its places.
type staging struct {
	files map[string]string // the temporary file by the path that it will have
	dirs  []string          // the folders that were made, parents first
}

// stage writes new content beside its place.
func (s *staging) stage(c Change) error {
	dir := filepath.Dir(filepath.FromSlash(c.Path))
	if err := s.makeDir(dir); err != nil {
		return fileFault(c.Path, "cannot make the folder for it", err)
	}
	f, err := os.CreateTemp(dir, ".agui-gen-*")
	if err != nil {
		return fileFault(c.Path, "cannot write it", err)
	}
	s.files[c.Path] = f.Name()
	_, err = f.Write(c.New)
	// CreateTemp makes files for their owner alone; sources are for everybody to read.
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return fileFault(c.Path, "cannot write it", err)
	}
	return nil
}

// makeDir makes a folder and those above it, and remembers which it made.
func (s *staging) makeDir(dir string) error {
	err := os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.makeDir(filepath.Dir(dir)); err != nil {
			return err
		}
		err = os.Mkdir(dir, 0o777)
	}
	if err == nil {
		s.dirs = append(s.dirs, dir)
		return nil
	}
	info, statErr := os.Stat(dir)
	switch {
	case statErr != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", filepath.ToSlash(dir))
	}
	return nil
}

// commit makes one change. A folder that has lost its last file goes too.
func (s *staging) commit(c Change) error {
	dst := filepath.FromSlash(c.Path)
	if c.Action == Remove {
		if err := os.Remove(dst); err != nil {
			return fileFault(c.Path, "cannot remove it", err)
		}
		_ = os.Remove(filepath.Dir(dst)) // fails where anything is left in it
		return nil
	}
	if err := os.Rename(s.files[c.Path], dst); err != nil {
		return fileFault(c.Path, "cannot write it", err)
	}
	delete(s.files, c.Path)
	return nil
}

// undo removes what was staged and not moved, and the folders made for it that are empty again.
func (s *staging) undo() error {
	var errs []error
	for _, tmp := range s.files {
		errs = append(errs, os.Remove(tmp))
	}
	for i := len(s.dirs) - 1; i >= 0; i-- {
		_ = os.Remove(s.dirs[i]) // fails where something was moved there before the error
	}
	return errors.Join(errs...)
}
