// Package gasnetgo carries the support tables of the APIs into the programs that print them. It is at the top of the module because go:embed reads only files
// at or below the folder of a package.
package gasnetgo

import "embed"

// SupportTables has a file of docs/api for each API, as cmd/apigen writes it.
//
//go:embed docs/api/*.md
var SupportTables embed.FS
