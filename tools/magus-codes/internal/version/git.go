package version

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/export"
	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
)

// ErrNone says that a revision has no catalog in the folder.
var ErrNone = errors.New("has no catalog in the folder")

var errNoGit = errors.New("git is not installed: compare two files of export --format json instead")

// ofHooks are the variables with which git tells a hook, or what git rebase
// --exec runs, about its own work. They name files from another folder than ours.
var ofHooks = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_NAMESPACE"}

// command is git in dir: the repository is the one around dir.
func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !slices.Contains(ofHooks, name) {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return cmd
}

// git runs git in dir without a shell. The caller keeps names apart from
// options.
func git(dir string, args ...string) ([]byte, error) {
	cmd := command(dir, args...)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGit
	}
	if err != nil {
		text := strings.TrimSpace(msg.String())
		if text == "" {
			text = err.Error()
		}
		return nil, fmt.Errorf("git %s: %s", args[0], text)
	}
	return out.Bytes(), nil
}

// revision reads the catalog from a commit.
func revision(dir, rev string) (*export.Catalog, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("revision %q begins with a dash: want a branch, tag or commit", rev)
	}
	name, err := git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, unknown(dir, rev, err)
	}
	commit := strings.TrimSpace(string(name))
	tmp, err := os.MkdirTemp("", "magus-codes-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	if err := checkout(dir, commit, tmp); err != nil {
		return nil, fmt.Errorf("%s: %w", rev, err)
	}
	s, err := shelf.Old(tmp)
	var faults page.Errors
	if errors.As(err, &faults) {
		for i := range faults {
			faults[i].File = rev + ":" + strings.TrimPrefix(faults[i].File, filepath.ToSlash(tmp)+"/")
		}
		return nil, faults
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rev, err)
	}
	return export.New(s.Diag, s.Body), nil
}

// unknown tells why a revision was not found.
func unknown(dir, rev string, err error) error {
	if errors.Is(err, errNoGit) {
		return err
	}
	shallow, err := git(dir, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return fmt.Errorf("%q is not a file, and there is no git repository around %s: name an exported catalog.json (%w)", rev, filepath.ToSlash(dir), err)
	}
	more := ""
	if strings.TrimSpace(string(shallow)) == "true" {
		more = ", which is a shallow clone: git fetch --unshallow --tags brings the rest"
	}
	return fmt.Errorf("%q is neither a file nor a revision of the repository around %s%s", rev, filepath.ToSlash(dir), more)
}

// checkout writes the catalog's files of a commit to tmp: the pages and
// catalog.yaml. The lock stays out, since a commit may be older than a rule that
// holds for it now.
func checkout(dir, commit, tmp string) error {
	list, err := git(dir, "ls-tree", "-r", "-z", commit, "--", ".")
	if err != nil {
		return err
	}
	type blob struct{ hash, file string }
	var blobs []blob
	for entry := range strings.SplitSeq(string(list), "\x00") {
		head, file, ok := strings.Cut(entry, "\t")
		f := strings.Fields(head)
		if !ok || len(f) != 3 || f[1] != "blob" || strings.HasPrefix(f[0], "120") || !wanted(file) {
			continue
		}
		blobs = append(blobs, blob{f[2], file})
	}
	if !slices.ContainsFunc(blobs, func(b blob) bool { return b.file == catalog.ConfigName }) {
		return fmt.Errorf("%w %s", ErrNone, filepath.ToSlash(dir))
	}
	var in strings.Builder
	for _, b := range blobs {
		in.WriteString(b.hash + "\n")
	}
	cmd := command(dir, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r := bufio.NewReaderSize(out, 1<<16)
	for _, b := range blobs {
		if err = one(r, filepath.Join(tmp, filepath.FromSlash(b.file))); err != nil {
			err = fmt.Errorf("git cat-file: %s: %w", b.file, err)
			break
		}
	}
	_, _ = io.Copy(io.Discard, r)
	return errors.Join(err, cmd.Wait())
}

// wanted tells the files that make a catalog, and no path that leads out of it.
func wanted(file string) bool {
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return false
	}
	return path.Ext(file) == ".md" || path.Base(file) == catalog.ConfigName
}

// one copies the next object of a batch to a file.
func one(r *bufio.Reader, file string) error {
	head, err := r.ReadString('\n')
	if err != nil {
		return err
	}
	f := strings.Fields(head)
	if len(f) != 3 {
		return errors.New(strings.TrimSpace(head))
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	// Parse refuses what is longer than a page may be; a byte more shows it.
	data, err := io.ReadAll(io.LimitReader(r, min(size, page.MaxSize+1)))
	if err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, r, size-int64(len(data))+1); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
