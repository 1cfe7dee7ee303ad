package browser

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var screenshots = flag.String("screenshots", "", "a folder to write pictures of the pages to")

// patience is how long a test waits for what does not come.
const patience = 30 * time.Second

// missing ends the test because something is not installed: as skipped on a developer's machine, as failed where the
// environment variable CI is true, because a check that nobody runs would be green for ever.
func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s, and CI needs it", what)
	}
	t.Skip(what)
}

var chromium struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(status)
}

// start starts the browser that all tests share. It knows foreign.test as a name of this machine, and no other names.
func start() {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.Flag("host-resolver-rules", "MAP foreign.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocated, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocated)
	chromium.ctx, chromium.stop = ctx, func() { stop(); stopAllocator() }
	chromium.err = chromedp.Do(ctx)
}

// page is a tab of the browser.
type page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	trouble  []string // what the browser complains of
	requests []string // the hosts that were asked for something
}

// open opens an address in a new tab, which is closed when the test ends. It fails the test then if the browser has
// complained of anything, or has asked any other host.
func open(t testing.TB, address string) *page {
	t.Helper()
	p := tab(t)
	own, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, what := range p.trouble {
			t.Error("the browser complains: " + what)
		}
		for _, host := range p.requests {
			if host != own.Host {
				t.Error("the page has asked the host " + host)
			}
		}
	})
	p.visit(address)
	return p
}

// visit goes to an address, in a window of a desk.
func (p *page) visit(address string) {
	p.t.Helper()
	p.look(1280, 800, "light")
	p.do(chromedp.Navigate(address))
}

// complaints is all that the browser complains of.
func (p *page) complaints() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.trouble, "\n")
}

// tab opens an empty tab, where the browser may complain.
func tab(t testing.TB) *page {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		missing(t, "chromium is not installed")
	}
	chromium.once.Do(start)
	if chromium.err != nil {
		t.Fatal("chromium does not start: ", chromium.err)
	}
	ctx, stop := chromedp.NewContext(chromium.ctx)
	ctx, cancel := context.WithTimeout(ctx, 2*patience)
	p := &page{t: t, ctx: ctx}
	t.Cleanup(func() { cancel(); stop() })
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	call(p, network.Enable, network.EnableParams{})
	return p
}

func (p *page) listen(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		p.trouble = append(p.trouble, ev.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		p.trouble = append(p.trouble, fmt.Sprintf("console.%s", ev.Type))
	case *log.EventEntryAdded:
		p.trouble = append(p.trouble, ev.Entry.Text+" "+ev.Entry.URL)
	case *network.EventRequestWillBeSent:
		if at, err := url.Parse(ev.Request.URL); err == nil && at.Host != "" {
			p.requests = append(p.requests, at.Host)
		}
	}
}

// action is what a user does.
type action = chromedp.Action[chromedp.Void]

func (p *page) do(actions ...action) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// call sends the browser a command.
func call[P, R any](p *page, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	result, err := chromedp.Call(p.ctx, command, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

// text is what an expression gives, as text.
func (p *page) text(js string) string {
	p.t.Helper()
	return p.eval("String(" + js + ")")
}

func (p *page) eval(js string, options ...chromedp.EvaluateOption) string {
	p.t.Helper()
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](js, options...))
	if err != nil {
		p.t.Fatal(js, ": ", err)
	}
	return text
}

// until waits for an expression to be true.
func (p *page) until(js string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[chromedp.Void](js, chromedp.WithPollingInterval(10*time.Millisecond), chromedp.WithPollingTimeout(patience))); err != nil {
		p.t.Fatalf("waiting for %s: %v\nthe page:\n%s", js, err, p.text("document.body.innerText"))
	}
}

// want fails the test unless an expression gives the text, now.
func (p *page) want(js, want string) {
	p.t.Helper()
	if got := p.text(js); got != want {
		p.t.Errorf("%s is %q, want %q", js, got, want)
	}
}

func click(selector chromedp.CSS) action { return chromedp.Click(selector) }

// say sends a prompt on a binding, as a user would.
func (p *page) say(binding, prompt string) {
	p.t.Helper()
	p.do(
		click(chromedp.CSS("input[name=binding][value="+binding+"]")),
		chromedp.SendKeys(chromedp.CSS("#prompt"), prompt),
		click("#run"),
	)
}

// ended waits for the end of the run, and wants an outcome.
func (p *page) ended(outcome string) {
	p.t.Helper()
	p.until(`document.getElementById("outcome").textContent !== ""`)
	p.want(`document.getElementById("outcome").textContent`, outcome)
}

// look sets the size of the window and the colours that are preferred.
func (p *page) look(width, height int64, scheme string) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// picture writes what is seen, if pictures are wanted.
func (p *page) picture(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// sent is what a request gives that the page makes, as its status and body.
func (p *page) sent(method, address, contentType, body string) string {
	p.t.Helper()
	js := fmt.Sprintf(`fetch(%q, {method: %q, headers: {"Content-Type": %q}, body: %q}).then(async r => r.status + " " + await r.text(), e => "refused: " + e.message)`, address, method, contentType, body)
	return strings.TrimSpace(p.eval(js, chromedp.EvalAwaitPromise))
}
