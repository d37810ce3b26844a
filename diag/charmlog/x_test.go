package charmlog
import _ "github.com/charmbracelet/log"
