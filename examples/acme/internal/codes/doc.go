// Package codes declares the diagnostic codes of acme, made from docs/codes.
package codes

//go:generate go tool -C ../.. gen -catalog docs/codes -out internal/codes/registry.go
