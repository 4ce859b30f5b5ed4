// Package archtest states how the packages may depend on each other and a few habits of the code, and checks both against the tree.
//
// The rules are the text in rules.go, made to be read; rules_test.go says what each line means.
package archtest
