package diag

import (
	"log/slog"
	"strconv"
	"time"
)

// appendTime appends t in UTC as RFC 3339 with a Z and a fixed number of
// digits after the point, 3 or 9.
func appendTime(b []byte, t time.Time, digits int) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 { // RFC 3339 has no form for it
		return append(t.AppendFormat(b, "2006-01-02T15:04:05"), 'Z')
	}
	hour, minute, second := t.Clock()
	b = append2(append2(b, year/100), year%100)
	b = append2(append(b, '-'), int(month))
	b = append2(append(b, '-'), day)
	b = append2(append(b, 'T'), hour)
	b = append2(append(b, ':'), minute)
	b = append2(append(b, ':'), second)
	b = append(b, '.')
	ns := t.Nanosecond()
	for unit := 100_000_000; digits > 0; digits-- {
		b = append(b, byte('0'+ns/unit%10))
		unit /= 10
	}
	return append(b, 'Z')
}

func append2(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// appendLevel appends l as slog spells it, such as WARN or INFO+2.
func appendLevel(b []byte, l slog.Level) []byte {
	name, base := "ERROR", slog.LevelError
	switch {
	case l < slog.LevelInfo:
		name, base = "DEBUG", slog.LevelDebug
	case l < slog.LevelWarn:
		name, base = "INFO", slog.LevelInfo
	case l < slog.LevelError:
		name, base = "WARN", slog.LevelWarn
	}
	b = append(b, name...)
	if l == base {
		return b
	}
	if l > base {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(l-base), 10)
}
