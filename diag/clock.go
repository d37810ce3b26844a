package diag

import (
	"log/slog"
	"strconv"
	"time"
)

// secondLen is the length of a time down to the second, 2006-01-02T15:04:05.
const secondLen = 19

// dated reports whether t is a time that RFC 3339 has a form for: one of the
// years 0 to 9999, and not the zero time.
func dated(t time.Time) bool {
	second := t.Unix()
	return -62167219200 <= second && second < 253402300800 && !t.IsZero()
}

// time appends t, which is dated, like appendTime. The time down to the second is kept between
// records, since that is most of the work.
func (p *printer) time(t time.Time, digits int) {
	second := t.Unix()
	if !p.stamped || second != p.second {
		b := appendSecond(make([]byte, 0, secondLen), t.UTC())
		p.stamp, p.second, p.stamped = [secondLen]byte(b), second, true
	}
	p.buf = append(p.buf, p.stamp[:]...)
	p.buf = appendFraction(p.buf, t.Nanosecond(), digits)
}

// appendTime appends t in UTC as RFC 3339 with a Z and a fixed number of
// digits after the point, 3 or 9.
func appendTime(b []byte, t time.Time, digits int) []byte {
	t = t.UTC()
	if year := t.Year(); year < 0 || year > 9999 { // RFC 3339 has no form for it
		return append(t.AppendFormat(b, "2006-01-02T15:04:05"), 'Z')
	}
	return appendFraction(appendSecond(b, t), t.Nanosecond(), digits)
}

func appendSecond(b []byte, t time.Time) []byte {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = append2(append2(b, year/100), year%100)
	b = append2(append(b, '-'), int(month))
	b = append2(append(b, '-'), day)
	b = append2(append(b, 'T'), hour)
	b = append2(append(b, ':'), minute)
	return append2(append(b, ':'), second)
}

// appendFraction appends the point, 3 or 9 digits of ns, and the Z.
func appendFraction(b []byte, ns, digits int) []byte {
	var f [11]byte
	f[0], f[digits+1] = '.', 'Z'
	for unit := 9; unit > digits; unit-- {
		ns /= 10
	}
	for i := digits; i > 0; i-- {
		f[i] = byte('0' + ns%10)
		ns /= 10
	}
	return append(b, f[:digits+2]...)
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
