package ghactions

import (
	"log/slog"
	"strconv"
	"strings"

	"github.com/egladman/magus/diag/internal/jsonrec"
	"github.com/egladman/magus/internal/text"
)

type sink struct {
	link      bool
	workspace string
}

// render appends r as one workflow command.
func (s sink) render(b []byte, r jsonrec.Record) []byte {
	name := command(r.Level)
	b = append(b, "::"...)
	b = append(b, name...)
	if name != "debug" { // takes no properties
		b = s.properties(b, r)
	}
	b = append(b, "::"...)
	msg := jsonrec.AppendHead(nil, r, s.link)
	if len(r.Fields) > 0 {
		msg = append(msg, "\n  "...)
		msg = jsonrec.AppendFields(msg, r.Fields)
	}
	b = append(b, data.Replace(string(msg))...)
	return append(b, '\n')
}

func command(l slog.Level) string {
	switch {
	case l < slog.LevelInfo:
		return "debug"
	case l < slog.LevelWarn:
		return "notice"
	case l < slog.LevelError:
		return "warning"
	}
	return "error"
}

func (s sink) properties(b []byte, r jsonrec.Record) []byte {
	sep := byte(' ')
	add := func(key, value string) {
		if value == "" {
			return
		}
		b = append(b, sep)
		b = append(b, key...)
		b = append(b, '=')
		b = append(b, property.Replace(text.Visible(value))...)
		sep = ','
	}
	number := func(key string, n uint64) {
		if n > 0 {
			add(key, strconv.FormatUint(n, 10))
		}
	}
	at := s.place(r)
	add("file", at.file)
	number("line", at.line)
	number("endLine", at.endLine)
	number("col", at.col)
	number("endColumn", at.endCol)
	if r.Code != "" {
		add("title", strings.TrimSpace(r.Code+" "+r.Name))
	}
	return b
}

// The escapes of github.com/actions/toolkit, which the runner undoes.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
