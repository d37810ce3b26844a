package explain

var shells = []string{"bash", "zsh", "fish", "powershell"}

// completeWord is the hidden first argument by which completion scripts ask.
const completeWord = "__complete"

func (a *app) completion(args []string) error { return usagef("not yet") }

func (a *app) complete(args []string) error { return usagef("not yet") }

func (a *app) manPage() string { return "" }
