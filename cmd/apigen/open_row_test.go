package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Prototypes are compared word by word: a type is a type only where all functions of the row have their own.
func TestCommonText(t *testing.T) {
	text, err := commonText([]string{"void(long *dest, long n", "void(long long *dest, long n", "void(unsigned long *dest, long n"},
		[]string{"long", "long long", "unsigned long"})
	require.NoError(t, err)
	require.Equal(t, "void(C *dest, long n", text)

	text, err = commonText([]string{"int(int8_t x, int int8", "int16_t(int16_t x, int int8"}, []string{"int8_t", "int16_t"})
	require.ErrorContains(t, err, "differ in more than their type")
	require.Empty(t, text)

	text, err = commonText([]string{"int(int interval"}, []string{"int"})
	require.NoError(t, err)
	require.Equal(t, "C(C interval", text)
}
