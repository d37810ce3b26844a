// Package envguard builds the environments of child processes, so that the
// daemon pointers of a task runner reach no program but the runner itself.
//
// A runner that pools its work in a daemon tells nested runs of itself where
// that daemon is by the variables MAGUS_DAEMON_SOCKET and
// MAGUS_DAEMON_ADDRESS. The socket asks for no authentication, so whoever has
// the pointer commands the daemon, and an op that merely inherits it may take
// it for its own. This package keeps the pointers from every op, hands them
// on to a recursive run of the same image, and reports both as MGS2008.
//
// The common case is one call in place of exec.Cmd.Start:
//
//	policy, err := envguard.Compile(envguard.Config{Mode: envguard.Inherit})
//	...
//	c := exec.CommandContext(ctx, "go", "test", "./...")
//	err = policy.Start(ctx, c, environ, []string{"CGO_ENABLED=0"})
//
// where environ is what os.Environ returned when the program started. Mode
// is [Inherit] with the sandbox off and [Rebuild] with it on; then a child gets
//
//	HOME PATH USER LOGNAME SHELL TMPDIR TZ LANG LANGUAGE LC_* TERM COLORTERM
//	NO_COLOR COLUMNS LINES MAGUS MAGUS_LEVEL MAGUS_DIAG
//
// and on Windows SYSTEMROOT WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE, and
// what [Config] adds. What Rebuild drops is counted in MGS2003.
//
// A recursive run cannot be told from its name or path, so it is not guessed:
// the program opens a handle of its own image and builds the command from it.
//
//	self, err := envguard.OpenSelf()                       // early in main
//	pointers, err := envguard.Capture(os.Environ())        // once, at start
//	...
//	c, grant, err := self.Command(ctx, pointers, "build", "./lib")
//	err = policy.StartRecursive(ctx, c, grant, environ, nil)
//
// A program that happens to be called magus, a script around it or a copy of
// it earns nothing; it runs without the pointers.
//
// # Rules
//
// An environment is made in this order, the last entry for a name counts:
// base, the runner's own Self, PWD from the command's directory, overrides,
// granted pointers. A withheld name beats everything that would admit it, an
// override included, which is dropped and reported, or with Strict an error.
// Deny beats Allow. Neither judges overrides: the author of an op may set what
// he likes but the withheld and the runner's own.
//
// Entries that programs would read in different ways are dropped and counted:
// without "=", without a name, with a NUL byte. Otherwise values are bytes that
// nobody looks at. Spellings that some reader might take for a withheld name
// count as that name: each of several entries, the bare name, equals signs
// in front, and on Windows any case.
//
// # What this stops, and what it does not
//
// The attacker is an op: any code, run by the same user.
//
//	an op that finds the pointer by accident              stopped
//	reading the own or a grandchild's environment         stopped
//	other spellings, duplicates, an op's own override     stopped
//	scripts in the runner that change os.Environ          stopped by Capture; ask Visible
//	                                                      and Settable in their bindings
//	a program, script, link or copy named like the runner stopped
//	replacing the runner's file before a recursive run    stopped on Linux; elsewhere up to
//	                                                      the moment between check and start
//	/proc/<pid>/environ of the runner                     only by Pointers.Forget or NonDumpable
//	/proc/<pid>/environ of a nested run                   not before that has done the same
//	LD_PRELOAD, GODEBUG in overrides of a recursive run   only by Config.StripLoader
//	descriptors that a launcher left open                 only by CloseOnExec
//	the pointer's value in another variable               only by Config.StripEchoes
//	finding the socket by /proc/net/unix or its path      not; Self.CheckPeer in the daemon
//	                                                      refuses a foreign program then
//	running the real binary, also to connect for one      not
//	ptrace or memory of the runner                        only by NonDumpable
//	root                                                  not
//
// So withholding keeps accidents and simple theft away. It is no access
// control: that is the daemon's, and [Self.CheckPeer] is the part of it that
// can be had here. The file of the running program may be writable by its user,
// as it is for whoever installed it himself; that is not refused.
//
// # Hardening
//
// Each is off unless called for, and has a price, told at its place:
// [Pointers.Forget], [NonDumpable], [CloseOnExec], [Config].StripLoader and
// [Config].StripEchoes. NonDumpable in a process excludes that another one checks it
// by CheckPeer; Forget must come before NonDumpable.
//
// On macOS the environment of a process is visible to programs of the same
// user unless its code signature restricts that, and on Windows through its
// process handle; neither is changed by this package.
package envguard
