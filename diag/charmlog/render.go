package charmlog

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/log"

	"github.com/egladman/magus/diag/internal/jsonrec"
	"github.com/egladman/magus/internal/text"
)

// A sink is one writer and what was shown on it.
type sink struct {
	charm *charm
	links jsonrec.Links
}

// A key is the name of a field. Its type keeps the logger from taking a field
// named level, msg or time for its own.
type key string

func (s *sink) render(b []byte, r jsonrec.Record) []byte {
	kv := make([]any, 0, 2*len(r.Fields)+6)
	if r.File != "" {
		file := filepath.Join(filepath.Base(filepath.Dir(r.File)), filepath.Base(r.File))
		kv = append(kv, log.CallerKey, fmt.Sprintf("%s:%d", text.Visible(filepath.ToSlash(file)), r.Line))
	}
	if msg := jsonrec.AppendHead(nil, r, s.links.Due(r)); len(msg) > 0 {
		kv = append(kv, log.MessageKey, string(msg))
	}
	level := levelOf(r.Level)
	if log.Level(r.Level) != level {
		kv = append(kv, key("level"), r.Level.String())
	}
	for _, f := range r.Fields {
		kv = append(kv, key(text.AppendValue(nil, f.Key)), value(f))
	}
	return s.charm.append(b, r.Time, level, kv)
}

// levelOf returns the level of the logger's styles that r's stands in.
func levelOf(l slog.Level) log.Level {
	switch {
	case l < slog.LevelInfo:
		return log.DebugLevel
	case l < slog.LevelWarn:
		return log.InfoLevel
	case l < slog.LevelError:
		return log.WarnLevel
	}
	return log.ErrorLevel
}

// value returns what makes the logger print f as the text form would.
func value(f jsonrec.Field) string {
	s := f.Text()
	_, isString := f.Value.(string)
	switch {
	case quotes(s):
		return rest(s)
	case isString && s != "" && s != jsonrec.Redacted && !text.Plain(s):
		// The logger would print it as it is. Quotes of our own make it add its.
		return rest(string(text.AppendQuote(nil, s)))
	}
	return s
}

// quotes reports whether the logger puts quotes around s, and a backslash
// before each quote in it.
func quotes(s string) bool { return strings.ContainsAny(s, ` ="`) }

// rest does what the logger leaves undone where it quotes: with it, what it
// prints is a string literal of s.
func rest(s string) string {
	quoted := text.AppendQuote(nil, s)
	return strings.ReplaceAll(string(quoted[1:len(quoted)-1]), `\"`, `"`)
}
