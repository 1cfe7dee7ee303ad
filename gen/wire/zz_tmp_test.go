package wire_test

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/gen/wire"
)

func TestTmpHang(t *testing.T) {
	cache, _ := os.UserCacheDir()
	files, _ := filepath.Glob(cache + "/go-build/fuzz/github.com/agui-gen/agui-gen/gen/wire/FuzzParseConfig/*")
	var seeds []string
	for _, f := range files {
		b, _ := os.ReadFile(f)
		lines := strings.SplitN(string(b), "\n", 3)
		s, err := strconv.Unquote(strings.TrimSuffix(strings.TrimPrefix(lines[1], "string("), ")"))
		if err == nil {
			seeds = append(seeds, s)
		}
	}
	fmt.Println(len(seeds), "seeds")
	alpha := "{}[]:,\"'\n -?|>&*!#%@ab1\t~\r\\"
	end := time.Now().Add(60 * time.Second)
	n := 0
	for time.Now().Before(end) {
		n++
		b := []byte(seeds[rand.Intn(len(seeds))])
		for k := 0; k < rand.Intn(6); k++ {
			if len(b) == 0 {
				b = []byte("a")
			}
			p := rand.Intn(len(b))
			switch rand.Intn(3) {
			case 0:
				b[p] = alpha[rand.Intn(len(alpha))]
			case 1:
				b = append(b[:p], b[p+1:]...)
			case 2:
				b = append(b[:p], append([]byte{alpha[rand.Intn(len(alpha))]}, b[p:]...)...)
			}
		}
		done := make(chan bool, 1)
		go func() { wire.ParseConfig("w", b); done <- true }()
		select {
		case <-done:
		case <-time.After(3 * time.Second):
			fmt.Printf("HANG %q\n", b)
			return
		}
	}
	fmt.Println(n)
}
