// Command magusvet checks the places where a program emits coded diagnostics.
// It runs by itself or under go vet:
//
//	go run github.com/egladman/magus/tools/magusvet ./...
//	go vet -vettool=$(which magusvet) ./...
//
// See package callsite for what it finds.
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/egladman/magus/tools/magusvet/callsite"
)

func main() { singlechecker.Main(callsite.Analyzer) }
