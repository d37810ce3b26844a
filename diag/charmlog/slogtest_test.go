package charmlog

import (
	"bytes"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"testing/slogtest"

	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

func TestSlogtest(t *testing.T) {
	var b bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		b.Reset()
		return newHandler(&b, diag.Options{Time: diag.TimeOn}, noEnv)
	}, func(t *testing.T) map[string]any { return parse(t, strings.TrimSuffix(b.String(), "\n")) })
}

// parse reads a plain line: an optional time, the level, a message without
// equals signs and the fields, dotted keys as groups.
func parse(t *testing.T, line string) map[string]any {
	m := map[string]any{}
	if at, rest, ok := strings.Cut(line, " "); ok && strings.HasSuffix(at, "Z") {
		m[slog.TimeKey], line = at, rest
	}
	m[slog.LevelKey], line, _ = strings.Cut(line, " ")
	for line != "" {
		word, rest, _ := strings.Cut(line, " ")
		key, value, isField := strings.Cut(word, "=")
		if !isField {
			m[slog.MessageKey], line = word, rest
			continue
		}
		if strings.HasPrefix(value, `"`) {
			quoted, err := strconv.QuotedPrefix(line[len(key)+1:])
			require.NoError(t, err)
			rest = strings.TrimPrefix(line[len(key)+1+len(quoted):], " ")
			value, err = strconv.Unquote(quoted)
			require.NoError(t, err)
		}
		at := m
		parts := strings.Split(key, ".")
		for _, p := range parts[:len(parts)-1] {
			if at[p] == nil {
				at[p] = map[string]any{}
			}
			at = at[p].(map[string]any)
		}
		at[parts[len(parts)-1]] = value
		line = rest
	}
	return m
}
