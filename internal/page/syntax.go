package page

import (
	"regexp"
	"strconv"
	"strings"
)

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// syntax tells what the YAML library makes no sense of.
func (p *parser) syntax(source []byte, err error) {
	line := 1
	if m := yamlLine.FindStringSubmatch(err.Error()); m[1] != "" {
		line, _ = strconv.Atoi(m[1])
	}
	p.errorf(Pos{line + 1, 1}, "YAML: %s", strings.TrimPrefix(err.Error(), yamlLine.FindString(err.Error())))
}
