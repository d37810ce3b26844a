//go:build unix

package site

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A browser is a headless Chromium that takes commands over a pair of pipes.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	id      int
	session string
	console []string // errors and warnings that pages logged
	asked   []string // addresses that pages loaded
}

// newBrowser starts Chromium. A machine without one skips the test, unless the
// variable MAGUS_REQUIRE_CHROMIUM says that there must be one.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			program = p
			break
		}
	}
	if program == "" {
		if os.Getenv("MAGUS_REQUIRE_CHROMIUM") != "" {
			t.Fatal("no chromium on PATH, and MAGUS_REQUIRE_CHROMIUM is set")
		}
		t.Skip("no chromium on PATH: the site is not tried in a browser")
	}
	fromTest, toBrowser, err := os.Pipe()
	require.NoError(t, err)
	fromBrowser, toTest, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
		"--disable-dev-shm-usage", "--disable-background-networking", "--hide-scrollbars", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{fromTest, toTest} // descriptors 3 and 4
	require.NoError(t, cmd.Start())
	require.NoError(t, fromTest.Close())
	require.NoError(t, toTest.Close())
	b := &browser{t: t, in: toBrowser, out: bufio.NewReaderSize(fromBrowser, 1<<20)}
	t.Cleanup(func() {
		b.session = ""
		_, _ = b.try("Browser.close", nil)
		_ = toBrowser.Close()
		done := make(chan struct{})
		go func() { _ = cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
		_ = fromBrowser.Close()
	})
	// A pipe from os.Pipe takes deadlines; without one a lost browser would hang the test.
	require.NoError(t, fromBrowser.SetReadDeadline(time.Now().Add(5*time.Minute)))
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network", "Accessibility"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

func (b *browser) try(method string, params any) (json.RawMessage, error) {
	b.id++
	cmd := map[string]any{"id": b.id, "method": method}
	if params != nil {
		cmd["params"] = params
	}
	if b.session != "" {
		cmd["sessionId"] = b.session
	}
	data, err := json.Marshal(cmd)
	if err != nil {
		return nil, err
	}
	if _, err := b.in.Write(append(data, 0)); err != nil {
		return nil, err
	}
	for {
		m, err := b.next()
		if err != nil {
			return nil, err
		}
		if m.ID == b.id {
			if m.Error != nil {
				return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
			}
			return m.Result, nil
		}
	}
}

func (b *browser) next() (message, error) {
	var m message
	line, err := b.out.ReadBytes(0)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(bytes.TrimSuffix(line, []byte{0}), &m); err != nil {
		return m, err
	}
	b.event(m)
	return m, nil
}

func (b *browser) event(m message) {
	switch m.Method {
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown":
		b.console = append(b.console, string(m.Params))
	case "Log.entryAdded", "Page.javascriptDialogOpening":
		b.console = append(b.console, string(m.Params))
	case "Network.requestWillBeSent":
		var p struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &p) == nil {
			b.asked = append(b.asked, p.Request.URL)
		}
	}
}

func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	raw, err := b.try(method, params)
	require.NoError(b.t, err)
	if result != nil {
		require.NoError(b.t, json.Unmarshal(raw, result))
	}
}

// open goes to an address and waits for its page to be loaded.
func (b *browser) open(url string) {
	b.t.Helper()
	b.navigate(url)
	b.arrive(url)
}

func (b *browser) navigate(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": url}, nil)
}

// arrive waits until the page of an address is loaded, however many pages
// come before it. A server may leave index.html out.
func (b *browser) arrive(url string) {
	b.t.Helper()
	quoted, err := json.Marshal(strings.Replace(url, "/index.html", "/", 1))
	require.NoError(b.t, err)
	expression := `document.readyState === "complete" && location.href.replace("/index.html", "/") === ` + string(quoted)
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		var r struct{ Result struct{ Value bool } }
		raw, err := b.try("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true})
		if err == nil && json.Unmarshal(raw, &r) == nil && r.Result.Value {
			return
		}
	}
	b.t.Fatalf("never arrived at %s", url)
}

// js evaluates an expression, waiting for a promise, and decodes its value.
func (b *browser) js(expression string, value any) {
	b.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true}, &r)
	require.Empty(b.t, string(r.ExceptionDetails), expression)
	if value != nil {
		require.NoError(b.t, json.Unmarshal(r.Result.Value, value), expression)
	}
}

func (b *browser) text(expression string) string {
	b.t.Helper()
	var s string
	b.js(expression, &s)
	return s
}

// until waits for an expression to be true.
func (b *browser) until(expression string) {
	b.t.Helper()
	var ok bool
	b.js(`new Promise((done) => {
		const end = Date.now() + 20000;
		const look = () => (`+expression+`) ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 20);
		look();
	})`, &ok)
	require.True(b.t, ok, "never came true: %s", expression)
}

// key presses one key; text is what it types, if anything.
func (b *browser) key(name, text string, code int) {
	b.t.Helper()
	p := map[string]any{"type": "keyDown", "key": name, "windowsVirtualKeyCode": code}
	if text != "" {
		p["text"] = text
	}
	b.call("Input.dispatchKeyEvent", p, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": name, "windowsVirtualKeyCode": code}, nil)
}

func (b *browser) screen(width, height int, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

func (b *browser) screenshot() []byte {
	b.t.Helper()
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	require.NoError(b.t, err)
	return data
}

// An axNode is one node of the accessibility tree.
type axNode struct {
	Ignored    bool
	Role, Name struct{ Value string }
	Properties []struct {
		Name  string
		Value struct{ Value any }
	}
}

func (b *browser) accessibility() []axNode {
	b.t.Helper()
	var tree struct{ Nodes []axNode }
	b.call("Accessibility.getFullAXTree", nil, &tree)
	return slices.DeleteFunc(tree.Nodes, func(n axNode) bool { return n.Ignored })
}
