package site

import (
	"bytes"
	"encoding/json"

	"github.com/egladman/magus/diag"
)

// searchIndex is a script that hands the rows of the search to the page: code,
// title, level, status, file, then words that are searched and not shown.
func (p *plan) searchIndex() ([]byte, error) {
	rows := make([][]string, 0, len(p.cat.Codes))
	for _, d := range p.cat.Codes {
		row := []string{d.Code, d.Title, levelName(d.Level), d.Status.String(), address(d.Code),
			d.Name, d.Description, p.family[d.Family].Title, d.Family, d.Hint}
		row = append(row, d.Aliases...)
		row = append(row, d.Tags...)
		rows = append(rows, append(row, messages(d)...))
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return nil, err
	}
	data = bytes.ReplaceAll(data, []byte("],["), []byte("],\n["))
	return append(append([]byte("codesIndex("), data...), ");\n"...), nil
}

func messages(d *diag.Descriptor) []string {
	var all []string
	for _, e := range d.Events {
		all = append(all, e.Message)
	}
	return all
}
