package demo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// Package is a package that has been loaded.
type Package struct {
	manifest manifest
	digest   string
	nodes    []*node // by path, then by language, the default one first
	files    map[string][]byte
	signed   []attestation
}

// manifest is moca.yaml.
type manifest struct {
	ID         string   `yaml:"id"`
	Version    string   `yaml:"version"`
	Language   string   `yaml:"language"`
	Locales    []string `yaml:"locales"`
	Supersedes []string `yaml:"supersedes"`
}

// node is a node in one language.
type node struct {
	path   string // of the default language
	locale string
	file   string
	digest string
	front  front
	start  int // of the body, in bytes
	end    int
	body   string
}

// front is the front matter of a node.
type front struct {
	Type        string     `yaml:"type"`
	Title       string     `yaml:"title"`
	Description string     `yaml:"description"`
	Tags        []string   `yaml:"tags"`
	Status      string     `yaml:"status"`
	Generated   *statement `yaml:"generated"`
	Verified    statements `yaml:"verified"`
	StaleAfter  string     `yaml:"stale_after"`
	ValidFrom   string     `yaml:"valid_from"`
	ValidUntil  string     `yaml:"valid_until"`
	ContestedBy []string   `yaml:"contested_by"`
	Audience    string     `yaml:"audience"`
	Sources     []source   `yaml:"sources"`
	Evidence    []evidence `yaml:"evidence"`
}

type statement struct {
	By string `yaml:"by"`
	At string `yaml:"at"`
}

// statements is one statement, or a list of them.
type statements []statement

// UnmarshalYAML reads either form.
func (s *statements) UnmarshalYAML(text []byte) error {
	if err := yaml.Unmarshal(text, (*[]statement)(s)); err == nil {
		return nil
	}
	var one statement
	if err := yaml.Unmarshal(text, &one); err != nil {
		return err
	}
	*s = statements{one}
	return nil
}

type source struct {
	ID       string `yaml:"id" json:"id"`
	Title    string `yaml:"title" json:"title,omitempty"`
	Resource string `yaml:"resource" json:"resource,omitempty"`
}

type evidence struct {
	Source string `yaml:"source"`
	Exact  string `yaml:"exact"`
	Note   string `yaml:"note"`
}

// Load loads a package: a folder with moca.yaml, its nodes in content, and what is signed in attestations.
func Load(folder fs.FS) (*Package, error) {
	p := &Package{files: map[string][]byte{}}
	if err := p.read(folder); err != nil {
		return nil, err
	}
	if err := yaml.Unmarshal(p.files["moca.yaml"], &p.manifest); err != nil {
		return nil, fmt.Errorf("moca.yaml: %w", err)
	}
	if p.manifest.ID == "" || p.manifest.Version == "" {
		return nil, fmt.Errorf("moca.yaml: there must be an id and a version")
	}
	for _, name := range p.names() {
		if strings.HasPrefix(name, "content/") {
			n, err := p.node(name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			p.nodes = append(p.nodes, n)
		}
	}
	slices.SortStableFunc(p.nodes, func(a, b *node) int {
		return strings.Compare(a.path+"\x00"+p.order(a), b.path+"\x00"+p.order(b))
	})
	return p, p.attestations()
}

// order puts the default language first.
func (p *Package) order(n *node) string {
	if n.locale == p.manifest.Language {
		return ""
	}
	return n.locale
}

// read reads all files, and computes the digest over those that are content.
func (p *Package) read(folder fs.FS) error {
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		p.files[name], err = fs.ReadFile(folder, name)
		return err
	})
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, name := range p.names() {
		if !strings.HasPrefix(name, "attestations/") {
			fmt.Fprintf(&list, "%s %s\n", digest(p.files[name]), name)
		}
	}
	p.digest = digest(list.Bytes())
	return nil
}

func (p *Package) names() []string {
	var names []string
	for name := range p.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// node reads the file of a node: front matter between two lines of three hyphens, and the body behind it.
func (p *Package) node(name string) (*node, error) {
	text := p.files[name]
	rest, ok := bytes.CutPrefix(text, []byte("---\n"))
	at := bytes.Index(rest, []byte("\n---\n"))
	if !ok || at < 0 {
		return nil, fmt.Errorf("there must be front matter between two lines with ---")
	}
	n := &node{file: name, digest: digest(text), start: 4 + at + 5, end: len(text), locale: p.manifest.Language}
	n.body = string(text[n.start:])
	n.path = strings.TrimPrefix(name, "content/")
	stem := strings.TrimSuffix(n.path, ".md")
	if suffix := strings.TrimPrefix(path.Ext(stem), "."); slices.Contains(p.manifest.Locales, suffix) {
		n.locale, n.path = suffix, strings.TrimSuffix(stem, "."+suffix)+".md"
	}
	return n, yaml.Unmarshal(rest[:at], &n.front)
}
