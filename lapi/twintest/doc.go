// Package twintest compares machines of package lapi, over any network, with copies that are made at once.
package twintest
