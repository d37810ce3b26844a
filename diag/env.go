package diag

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// EnvVar is the environment variable that adjusts the handler a program starts
// with. Its value is a list for Options.With.
const EnvVar = "MAGUS_DIAG"

// With returns o changed by a list of settings, separated by commas. Later
// ones win:
//
//	debug info warn error off    the least level that is written
//	text json                    the format
//	level=L format=F             the same, spelt out
//	links=first|always|never     which text records show the URL of their code
//	color=auto|always|never
//	time=on|off                  the time, in UTC
//	show-level=on|off            the level in text records
//	source=on|off                file and line
//	PATTERN=L                    another level for codes: MGS2*=info,MGS2008=off
//
// Entries that are none of these change nothing; one error names them all. Where
// the list has a level, the result has a LevelVar of its own. A program that wants
// its own handler to obey the variable too passes os.Getenv(EnvVar).
func (o Options) With(list string) (Options, error) {
	var problems []string
	for _, entry := range entries(list) {
		key, value, _ := strings.Cut(entry, "=")
		if problem := o.set(strings.TrimSpace(key), strings.TrimSpace(value), entry); problem != "" {
			problems = append(problems, fmt.Sprintf("%q: %s", entry, problem))
		}
	}
	if len(problems) == 0 {
		return o, nil
	}
	return o, errors.New(strings.Join(problems, "; "))
}

// set applies one entry and says what is wrong with it.
func (o *Options) set(key, value, entry string) (problem string) {
	if !strings.Contains(entry, "=") {
		if _, ok := parseLevel(key); ok {
			key, value = "level", key
		} else {
			key, value = "format", key
		}
	}
	switch key {
	case "level":
		l, ok := parseLevel(value)
		if !ok {
			return "want the level debug, info, warn, error or off"
		}
		if l == off {
			l = silent
		}
		o.Level = new(slog.LevelVar)
		o.Level.Set(l)
		return ""
	case "format":
		if strings.Contains(entry, "=") {
			return choose(&o.Format, value, map[string]Format{"text": Text, "json": JSON}, "text or json")
		}
		return choose(&o.Format, value, map[string]Format{"text": Text, "json": JSON},
			"a level, text, json, or SETTING=VALUE")
	case "links":
		return choose(&o.Links, value, map[string]LinkMode{"first": LinksFirst, "always": LinksAlways, "never": LinksNever}, "first, always or never")
	case "color":
		return choose(&o.Color, value, map[string]ColorMode{"auto": ColorAuto, "always": ColorAlways, "never": ColorNever}, "auto, always or never")
	case "time":
		return choose(&o.Time, value, map[string]TimeMode{"on": TimeOn, "off": TimeOff}, "on or off")
	case "show-level":
		return choose(&o.ShowLevel, value, onOff, "on or off")
	case "source":
		return choose(&o.Source, value, onOff, "on or off")
	}
	if _, problems := parseRules(entry); problems != nil {
		return "want a setting or PATTERN=LEVEL, with the level debug, info, warn, error or off"
	}
	if o.Overrides != "" {
		o.Overrides += ","
	}
	o.Overrides += entry
	return ""
}

var onOff = map[string]bool{"on": true, "off": false}

func choose[T any](dst *T, value string, choices map[string]T, want string) (problem string) {
	v, ok := choices[strings.ToLower(value)]
	if !ok {
		return "want " + want
	}
	*dst = v
	return ""
}

// silent is a level that no record has.
const silent = slog.Level(1 << 30)
