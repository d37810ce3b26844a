package charmlog
