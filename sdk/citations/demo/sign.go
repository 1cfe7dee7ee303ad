package demo

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// TrustRoot has the public keys of the signers that the host trusts, by name, and what each may sign.
type TrustRoot map[string]Signer

// Signer is one that the host trusts.
type Signer struct {
	Role string `json:"role"` // "review" or "package"
	Key  []byte `json:"key"`  // Ed25519, 32 bytes
}

// ParseTrustRoot reads a trust root from JSON.
func ParseTrustRoot(text []byte) (TrustRoot, error) {
	var root TrustRoot
	if err := json.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	for name, s := range root {
		if len(s.Key) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("the key of %q must have %d bytes", name, ed25519.PublicKeySize)
		}
	}
	return root, nil
}

// attestation is something that was signed: a review of a file, or the package as a whole.
type attestation struct {
	Role       string `json:"role"`
	Signer     string `json:"signer"`
	Subject    string `json:"subject"` // the digest of what is attested
	Reviewer   string `json:"reviewer"`
	ReviewedAt string `json:"reviewedAt"`
	Outcome    string `json:"outcome"`
	Scope      string `json:"scope"`

	text, signature []byte
}

// attestations reads what is signed. Beside each file is its signature, in Base64.
func (p *Package) attestations() error {
	for _, name := range p.names() {
		if !strings.HasPrefix(name, "attestations/") || !strings.HasSuffix(name, ".json") {
			continue
		}
		a := attestation{text: p.files[name]}
		if err := json.Unmarshal(a.text, &a); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		sig := strings.TrimSuffix(name, ".json") + ".sig"
		var err error
		if a.signature, err = base64.StdEncoding.DecodeString(strings.TrimSpace(string(p.files[sig]))); err != nil {
			return fmt.Errorf("%s: %w", sig, err)
		}
		p.signed = append(p.signed, a)
	}
	return nil
}

// verified are the attestations of a subject that a signer whom the host trusts for the role has signed.
func (p *Package) verified(root TrustRoot, role, subject string) []attestation {
	var all []attestation
	for _, a := range p.signed {
		s, ok := root[a.Signer]
		if ok && s.Role == role && a.Role == role && a.Subject == subject && ed25519.Verify(s.Key, a.text, a.signature) {
			all = append(all, a)
		}
	}
	return all
}
