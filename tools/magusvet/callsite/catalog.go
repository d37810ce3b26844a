package callsite

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const diagPath = "github.com/egladman/magus/diag"

// A catalogFact is what a generated package declares. It is encoded, and equal
// facts have to be equal bytes, hence no map.
type catalogFact struct {
	Codes []codeFact // sorted by code
}

type codeFact struct {
	Code       string
	Retired    bool
	ReplacedBy []string
	Events     []eventFact
}

type eventFact struct {
	Name   string
	Fields []string // sorted
}

// AFact marks catalogFact as a fact of package analysis.
func (*catalogFact) AFact() {}

func (f *catalogFact) String() string { return "catalog" }

func (f *catalogFact) find(code string) (codeFact, bool) {
	i, ok := slices.BinarySearchFunc(f.Codes, code, func(c codeFact, code string) int { return strings.Compare(c.Code, code) })
	if !ok {
		return codeFact{}, false
	}
	return f.Codes[i], true
}

// readCatalog collects the descriptors that a package writes as composite
// literals, as generated packages do.
func readCatalog(pass *analysis.Pass) *catalogFact {
	f := &catalogFact{}
	for _, file := range pass.Files {
		if !ast.IsGenerated(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || !isNamed(pass.TypesInfo.TypeOf(lit), diagPath, "Descriptor") {
				return true
			}
			r := reader{pass}
			code := r.text(lit, "Code")
			if code == "" {
				return true
			}
			status, _ := constant.Int64Val(r.value(lit, "Status"))
			f.Codes = append(f.Codes, codeFact{
				Code:       code,
				Retired:    status == 2,
				ReplacedBy: r.texts(lit, "ReplacedBy"),
				Events:     r.events(lit),
			})
			return false
		})
	}
	if len(f.Codes) == 0 {
		return nil
	}
	slices.SortFunc(f.Codes, func(a, b codeFact) int { return strings.Compare(a.Code, b.Code) })
	return f
}

// A reader takes values out of keyed composite literals.
type reader struct{ pass *analysis.Pass }

func (r reader) field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// value returns the constant in a field, or zero.
func (r reader) value(lit *ast.CompositeLit, name string) constant.Value {
	if e := r.field(lit, name); e != nil {
		if v := r.pass.TypesInfo.Types[e].Value; v != nil {
			return v
		}
	}
	return constant.MakeInt64(0)
}

func (r reader) text(lit *ast.CompositeLit, name string) string {
	if v := r.value(lit, name); v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return ""
}

func (r reader) elements(lit *ast.CompositeLit, name string) []ast.Expr {
	if list, ok := r.field(lit, name).(*ast.CompositeLit); ok {
		return list.Elts
	}
	return nil
}

func (r reader) texts(lit *ast.CompositeLit, name string) []string {
	var out []string
	for _, e := range r.elements(lit, name) {
		if v := r.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
			out = append(out, constant.StringVal(v))
		}
	}
	return out
}

func (r reader) events(lit *ast.CompositeLit) []eventFact {
	var out []eventFact
	for _, e := range r.elements(lit, "Events") {
		event, ok := e.(*ast.CompositeLit)
		if !ok {
			continue
		}
		ev := eventFact{Name: r.text(event, "Name")}
		for _, e := range r.elements(event, "Fields") {
			if field, ok := e.(*ast.CompositeLit); ok {
				ev.Fields = append(ev.Fields, r.text(field, "Name"))
			}
		}
		slices.Sort(ev.Fields)
		out = append(out, ev)
	}
	return out
}

// fits returns whether some event has exactly these sorted names. A code
// without events takes any fields.
func (c codeFact) fits(names []string) bool {
	return len(c.Events) == 0 || slices.ContainsFunc(c.Events, func(e eventFact) bool { return slices.Equal(e.Fields, names) })
}

// wanted lists the events with their fields, for messages.
func (c codeFact) wanted() string {
	var parts []string
	for _, e := range c.Events {
		p := "[" + strings.Join(e.Fields, " ") + "]"
		if e.Name != "" {
			p = e.Name + " " + p
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " or ")
}

func isNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return obj.Pkg() != nil && obj.Pkg().Path() == path && obj.Name() == name
}
