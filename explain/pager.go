package explain

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/egladman/magus/internal/tty"
)

// pager returns the command line of the pager to use, nil for none.
func (a *app) pager() []string {
	in, ok := a.Stdin.(*os.File)
	if a.noPager || !ok || !tty.IsTerminal(in) || a.Getenv("TERM") == "dumb" {
		return nil
	}
	for _, key := range []string{a.EnvPrefix + "_PAGER", "PAGER"} {
		v, set := a.lookupEnv(key)
		if !set {
			continue
		}
		words := splitShell(v)
		if len(words) == 0 || len(words) == 1 && pagerName(words) == "cat" {
			return nil
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil
		}
		return words
	}
	for _, name := range []string{"less", "more"} {
		if _, err := exec.LookPath(name); err == nil {
			return []string{name}
		}
	}
	return nil
}

// lookupEnv tells an empty variable, which switches the pager off, from one
// that is not set, as far as Options.Getenv lets it.
func (a *app) lookupEnv(key string) (string, bool) {
	v := a.Getenv(key)
	if v != "" {
		return v, true
	}
	v, set := os.LookupEnv(key)
	return "", set && v == ""
}

func pagerName(words []string) string {
	return strings.TrimSuffix(filepath.Base(words[0]), ".exe")
}

// settlePager turns off what the pager would garble.
func (a *app) settlePager(l *look) {
	if pagerName(l.pager) != "less" {
		l.color = l.color && a.color == tty.Always
		l.links = l.links && a.hyperlinks == tty.Always
		return
	}
	l.links = l.links && (a.hyperlinks == tty.Always || lessVersion(l.pager[0]) >= 581)
}

// lessVersion asks less how old it is; before 581 it shows hyperlinks as
// text. 0 when it does not tell.
func lessVersion(less string) int {
	out, err := exec.Command(less, "--version").Output()
	if err != nil {
		return 0
	}
	rest, ok := bytes.CutPrefix(out, []byte("less "))
	if !ok {
		return 0
	}
	digits := len(rest) - len(bytes.TrimLeft(rest, "0123456789"))
	n, _ := strconv.Atoi(string(rest[:digits]))
	return n
}

// throughPager shows out in the pager and waits for its end. Started is false
// when there is no such program; nothing has been shown then. A pager that
// the user leaves early has done its work.
func (a *app) throughPager(out []byte, l look) (started bool) {
	args := l.pager[1:]
	env := os.Environ()
	if pagerName(l.pager) == "less" {
		// As arguments they win over the user's LESS, which may lack them.
		args = append(args[:len(args):len(args)], "-R", "-F")
	}
	for _, kv := range [][2]string{{"LESSCHARSET", "utf-8"}, {"LV", "-c"}} {
		if os.Getenv(kv[0]) == "" {
			env = append(env, kv[0]+"="+kv[1])
		}
	}
	env = append(env, "COLUMNS="+strconv.Itoa(l.wide))

	cmd := exec.Command(l.pager[0], args...)
	cmd.Env = env
	cmd.Stdout, cmd.Stderr = a.stdout, a.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return false
	}
	// Ctrl-C and Ctrl-\ belong to the pager. A handler instead of "ignore": the
	// pager would inherit the latter.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGQUIT)
	defer signal.Stop(interrupts)
	if err := cmd.Start(); err != nil {
		return false
	}
	io.Copy(in, bytes.NewReader(out)) // fails when the pager is left early
	in.Close()
	cmd.Wait() // less gives no reason for its exit status
	return true
}

// splitShell splits a command line as a shell does: blanks part words, quotes
// and backslashes keep blanks. Nothing is expanded.
func splitShell(s string) []string {
	var words []string
	var word []byte
	quote, in := byte(0), false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if in {
				words = append(words, string(word))
				word, in = word[:0], false
			}
			continue
		case c == '\\' && quote != '\'' && i+1 < len(s) && (quote == 0 || strings.IndexByte("\"\\$`", s[i+1]) >= 0):
			i++
			word = append(word, s[i])
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		default:
			word = append(word, c)
		}
		in = true
	}
	if in {
		words = append(words, string(word))
	}
	return words
}
