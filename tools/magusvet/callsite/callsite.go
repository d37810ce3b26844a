package callsite

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// Analyzer checks calls that emit coded diagnostics; see the package comment.
var Analyzer = &analysis.Analyzer{
	Name:      "callsite",
	Doc:       "check calls that emit coded diagnostics\n\nReports fields that fit no event of a code, retired and unknown codes, and codes written into ordinary messages.",
	URL:       "https://github.com/egladman/magus/tree/main/tools/magusvet",
	Requires:  []*analysis.Analyzer{inspect.Analyzer},
	FactTypes: []analysis.Fact{new(catalogFact)},
	Run:       run,
}

// emitters are the functions of diag that take a code, with the position of
// the code and of the first field, -1 when they take none.
var emitters = map[string]struct{ code, fields int }{
	"Emit":        {0, 1},
	"EmitContext": {1, 2},
	"New":         {0, 1},
	"Wrap":        {1, 2},
	"Errorf":      {0, -1},
}

func run(pass *analysis.Pass) (any, error) {
	if f := readCatalog(pass); f != nil {
		pass.ExportPackageFact(f)
	}
	c := checker{pass: pass, catalogs: map[*types.Package]*catalogFact{}, converted: map[ast.Expr]bool{}}
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*catalogFact); ok {
			c.catalogs[f.Package] = fact
		}
	}
	if len(c.catalogs) == 0 {
		return nil, nil
	}
	generated := map[*ast.File]bool{}
	for _, f := range pass.Files {
		generated[f] = ast.IsGenerated(f)
	}
	var skip bool
	pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Preorder([]ast.Node{(*ast.File)(nil), (*ast.CallExpr)(nil), (*ast.BasicLit)(nil), (*ast.ValueSpec)(nil), (*ast.CompositeLit)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.File:
			skip = generated[n]
		case *ast.CallExpr:
			if !skip {
				c.call(n)
			}
		case *ast.BasicLit:
			if !skip {
				c.literal(n)
			}
		case *ast.ValueSpec:
			if !skip {
				c.declaration(n)
			}
		case *ast.CompositeLit:
			if !skip {
				c.descriptor(n)
			}
		}
	})
	return nil, nil
}

type checker struct {
	pass     *analysis.Pass
	catalogs map[*types.Package]*catalogFact

	converted map[ast.Expr]bool // literals whose conversion is reported
}

func (c *checker) call(call *ast.CallExpr) {
	if tv := c.pass.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		c.conversion(call, tv.Type)
		return
	}
	fn, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok {
		c.panics(call)
		return
	}
	if fn.Pkg() == nil {
		return
	}
	if fn.Pkg().Path() == diagPath && fn.Signature().Recv() == nil {
		if at, ok := emitters[fn.Name()]; ok && len(call.Args) > at.code {
			c.emit(call, call.Args[at.code], at.fields)
		}
		return
	}
	c.ordinary(call, fn)
}

// code resolves an expression to a code of a known catalog.
func (c *checker) code(e ast.Expr) (text string, fact *catalogFact) {
	tv := c.pass.TypesInfo.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", nil
	}
	named, ok := types.Unalias(tv.Type).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return "", nil
	}
	return constant.StringVal(tv.Value), c.catalogs[named.Obj().Pkg()]
}

func (c *checker) emit(call *ast.CallExpr, arg ast.Expr, fields int) {
	text, fact := c.code(arg)
	if fact == nil {
		return
	}
	d, ok := fact.find(text)
	if !ok {
		return // the conversion that made it is reported
	}
	if d.Retired {
		more := "its page says why"
		if len(d.ReplacedBy) > 0 {
			more = "emit " + strings.Join(d.ReplacedBy, " or ") + " instead"
		}
		c.pass.Reportf(arg.Pos(), "%s is retired: %s", text, more)
		return
	}
	if fields < 0 || call.Ellipsis.IsValid() {
		return
	}
	var names []string
	for _, a := range call.Args[fields:] {
		name, ok := c.attrName(a)
		if !ok {
			return
		}
		if slices.Contains(names, name) {
			c.pass.Reportf(a.Pos(), "field %q stands twice: only the last one is kept", name)
			return
		}
		names = append(names, name)
	}
	slices.Sort(names)
	if !d.fits(names) {
		c.pass.Reportf(call.Pos(), "fields [%s] fit no event of %s: want %s", strings.Join(names, " "), text, d.wanted())
	}
}

// attrName returns the constant key of a call like slog.String("key", v) or of
// a literal slog.Attr. A group without a name hands its fields to the record, so
// an empty key is not known.
func (c *checker) attrName(e ast.Expr) (string, bool) {
	var key ast.Expr
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		key = c.attrKey(e)
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(c.pass.TypesInfo, e).(*types.Func)
		if ok && len(e.Args) > 0 && fn.Pkg() != nil && fn.Pkg().Path() == "log/slog" && fn.Signature().Recv() == nil {
			key = e.Args[0]
		}
	}
	if key == nil {
		return "", false
	}
	v := c.pass.TypesInfo.Types[key].Value
	if v == nil || v.Kind() != constant.String || constant.StringVal(v) == "" {
		return "", false
	}
	return constant.StringVal(v), true
}

// attrKey returns what a literal slog.Attr has for its key, or nil.
func (c *checker) attrKey(lit *ast.CompositeLit) ast.Expr {
	if !isNamed(c.pass.TypesInfo.TypeOf(lit), "log/slog", "Attr") || len(lit.Elts) == 0 {
		return nil
	}
	if e := (reader{c.pass}).field(lit, "Key"); e != nil {
		return e
	}
	if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); keyed {
		return nil
	}
	return lit.Elts[0]
}

// conversion checks codes.Code("…") of a constant text.
func (c *checker) conversion(call *ast.CallExpr, t types.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return
	}
	c.converted[ast.Unparen(call.Args[0])] = true
	fact := c.catalogs[named.Obj().Pkg()]
	v := c.pass.TypesInfo.Types[call.Args[0]].Value
	if fact == nil || v == nil || v.Kind() != constant.String || named.Obj().Name() != "Code" {
		return
	}
	text := constant.StringVal(v)
	if _, ok := fact.find(text); !ok {
		if text != "" {
			c.pass.Reportf(call.Pos(), "%q is no code of %s", text, named.Obj().Pkg().Path())
		}
		return
	}
	id := constantOf(named.Obj().Pkg(), named, text)
	if id == "" {
		return
	}
	d := analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Message: "use the constant " + id + ": a conversion compiles although its page is gone"}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "Use the constant",
			TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte(types.ExprString(sel.X) + "." + id)}},
		}}
	}
	c.pass.Report(d)
}

// literal reports text that the compiler takes for a code and that is none, as in
// var c codes.Code = "…".
func (c *checker) literal(lit *ast.BasicLit) {
	text, fact := c.code(lit)
	if fact == nil || text == "" || c.converted[lit] {
		return
	}
	named, ok := types.Unalias(c.pass.TypesInfo.TypeOf(lit)).(*types.Named)
	if !ok || named.Obj().Name() != "Code" {
		return
	}
	if _, ok := fact.find(text); !ok {
		c.pass.Reportf(lit.Pos(), "%q is no code of %s", text, named.Obj().Pkg().Path())
	}
}

// declaration reports a constant or variable that is given a known code as a
// text, as in const c codes.Code = "…": a second definition of it.
func (c *checker) declaration(spec *ast.ValueSpec) {
	for _, v := range spec.Values {
		lit, ok := ast.Unparen(v).(*ast.BasicLit)
		if !ok {
			continue
		}
		text, fact := c.code(lit)
		if fact == nil {
			continue
		}
		named, ok := types.Unalias(c.pass.TypesInfo.TypeOf(lit)).(*types.Named)
		if !ok || named.Obj().Name() != "Code" {
			continue
		}
		if id := constantOf(named.Obj().Pkg(), named, text); id != "" {
			c.pass.Reportf(lit.Pos(), "%s is defined by its page: use the constant %s", text, id)
		}
	}
}

// descriptor reports a descriptor written by hand of a code that has a page.
func (c *checker) descriptor(lit *ast.CompositeLit) {
	t := c.pass.TypesInfo.TypeOf(lit)
	if p, ok := types.Unalias(t).(*types.Pointer); ok { // an element of []*diag.Descriptor
		t = p.Elem()
	}
	if !isNamed(t, diagPath, "Descriptor") {
		return
	}
	text := (reader{c.pass}).text(lit, "Code")
	for pkg, fact := range c.catalogs {
		if _, ok := fact.find(text); ok {
			c.pass.Reportf(lit.Pos(), "%s is defined by its page, in %s: take its Descriptor", text, pkg.Path())
			return
		}
	}
}

// constantOf returns the name of the exported constant of type t that is text.
func constantOf(pkg *types.Package, t types.Type, text string) string {
	for _, name := range pkg.Scope().Names() {
		k, ok := pkg.Scope().Lookup(name).(*types.Const)
		if ok && k.Exported() && types.Identical(k.Type(), t) && constant.StringVal(k.Val()) == text {
			return name
		}
	}
	return ""
}

// bracketed is how a code stands in front of a message; catalogs may have prefixes
// of one letter, and numbers of one to six digits.
var bracketed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[([A-Z](?:[A-Z0-9]*[A-Z])?-?[0-9]{1,6})\]`)
})

// panics reports a known code inside the text of a panic.
func (c *checker) panics(call *ast.CallExpr) {
	if b, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Builtin); ok && b.Name() == "panic" {
		c.texts(call)
	}
}

// ordinary reports a known code inside the text of a plain error or log call.
func (c *checker) ordinary(call *ast.CallExpr, fn *types.Func) {
	switch fn.Pkg().Path() {
	case "fmt", "errors", "log", "log/slog":
	default:
		return
	}
	c.texts(call)
}

func (c *checker) texts(call *ast.CallExpr) {
	for _, a := range call.Args {
		v := c.pass.TypesInfo.Types[a].Value
		if v == nil || v.Kind() != constant.String {
			continue
		}
		for _, m := range bracketed().FindAllStringSubmatch(constant.StringVal(v), -1) {
			if c.known(m[1]) {
				c.pass.Reportf(a.Pos(), "code %s is written into a message: emit it, or return it with diag.New, diag.Wrap or diag.Errorf", m[1])
				return
			}
		}
	}
}

// known reports whether a catalog in use has the code.
func (c *checker) known(code string) bool {
	for _, fact := range c.catalogs {
		if _, ok := fact.find(code); ok {
			return true
		}
	}
	return false
}
