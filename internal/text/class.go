package text

// The classes of a byte. Bytes from 0x80 on have none: they are looked at as
// runes.
const (
	printable = 1 << iota // space to tilde
	plain                 // may stand in an unquoted value
	jsonSafe              // stands for itself in a JSON string
	literal               // stands for itself in a quoted string
)

var class = [256]uint8{
	0x20: 13, 15, 1, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
	0x30: 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 13, 15, 15,
	0x40: 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
	0x50: 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 13, 3, 13, 15, 15,
	0x60: 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
	0x70: 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 13, 15, 13, 15, 0,
}
