// Package envguard builds the environments of child processes.
package envguard
