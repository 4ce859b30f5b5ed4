package fault

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A message may repeat what a user has typed or set, which has any length. Paths have 4,096 bytes at most, and mostly far fewer.
const (
	longWord = 1 << 10 // bytes of a word that is printed as it is
	longLine = 8 << 10 // bytes of a line
	kept     = 64      // bytes of the beginning and the end of a word that is cut; 16 times as many of a line
)

// Short is a message in which words and lines that are too long to read have lost their middle, with the number of bytes that are left out in its place.
func Short(message string) string {
	if len(message) <= longWord {
		return message
	}
	lines := strings.SplitAfter(message, "\n")
	for i, line := range lines {
		words := strings.SplitAfter(line, " ")
		for k, word := range words {
			words[k] = cut(word, longWord, kept)
		}
		lines[i] = cut(strings.Join(words, ""), longLine, 16*kept)
	}
	return strings.Join(lines, "")
}

// cut shortens text of more than most bytes to its first and last keep bytes, and does not split a character.
func cut(text string, most, keep int) string {
	if len(text) <= most {
		return text
	}
	from, to := keep, len(text)-keep
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return fmt.Sprintf("%s[... %d bytes ...]%s", text[:from], to-from, text[to:])
}
