package twintest

import (
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	p "gasnetgo/portals"
)

// objects are the steps that make, change and end the objects of an interface.
func (x *twins) objects() map[string]func(*rapid.T) {
	attach := func(*rapid.T) {
		i := x.process()
		real, twin := x.pair(i)
		pt, match, bits, ignore, at := x.portal(), x.processMatch(), x.bits(), x.ignore(), x.position()
		ume, umd := x.unlink("unlink me"), x.unlink("unlink md")
		md, vec := x.md(i)
		me, h, code := real.MEMDAttach(pt, match, bits, ignore, ume, at, md[0], vec, umd)
		me2, h2, want := twin.MEMDAttach(pt, match, bits, ignore, ume, at, md[1], vec, umd)
		x.made(i, x.mes, me, me2, code, want)
		x.made(i, x.mds, h, h2, code, want)
	}
	return map[string]func(*rapid.T){
		"me attach": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			pt, match, bits, ignore, u, at := x.portal(), x.processMatch(), x.bits(), x.ignore(), x.unlink("unlink"), x.position()
			a, code := real.MEAttach(pt, match, bits, ignore, u, at)
			b, want := twin.MEAttach(pt, match, bits, ignore, u, at)
			x.made(i, x.mes, a, b, code, want)
		},
		"me attach any": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			match, bits, ignore, u := x.processMatch(), x.bits(), x.ignore(), x.unlink("unlink")
			pt, a, code := real.MEAttachAny(match, bits, ignore, u)
			pt2, b, want := twin.MEAttachAny(match, bits, ignore, u)
			require.Equal(x.t, pt2, pt)
			x.made(i, x.mes, a, b, code, want)
		},
		"me insert": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			base, match, bits, ignore, u, at := x.handle(x.mes[i], "base"), x.processMatch(), x.bits(), x.ignore(), x.unlink("unlink"), x.position()
			a, code := real.MEInsert(base[0], match, bits, ignore, u, at)
			b, want := twin.MEInsert(base[1], match, bits, ignore, u, at)
			x.made(i, x.mes, a, b, code, want)
		},
		"me unlink": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			me := x.handle(x.mes[i], "me")
			require.Equal(x.t, twin.MEUnlink(me[1]), real.MEUnlink(me[0]))
		},
		"md attach": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			me, u := x.handle(x.mes[i], "me"), x.unlink("unlink")
			md, vec := x.md(i)
			a, code := real.MDAttach(me[0], md[0], vec, u)
			b, want := twin.MDAttach(me[1], md[1], vec, u)
			x.made(i, x.mds, a, b, code, want)
		},
		"md bind": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			u := x.unlink("unlink")
			md, vec := x.md(i)
			a, code := real.MDBind(md[0], vec, u)
			b, want := twin.MDBind(md[1], vec, u)
			x.made(i, x.mds, a, b, code, want)
		},
		"md unlink": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			md := x.handle(x.mds[i], "md")
			require.Equal(x.t, twin.MDUnlink(md[1]), real.MDUnlink(md[0]))
		},
		"md update": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			h, test := x.handle(x.mds[i], "md"), x.eq(i, "test")
			md, vec := x.md(i)
			require.Equal(x.t, twin.MDUpdate(h[1], md[1], vec, test[1]), real.MDUpdate(h[0], md[0], vec, test[0]))
		},
		"post": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			base, test, match, bits, ignore, at := x.handle(x.mes[i], "base"), x.eq(i, "test"), x.processMatch(), x.bits(), x.ignore(), x.position()
			ume, umd := x.unlink("unlink me"), x.unlink("unlink md")
			md, vec := x.md(i)
			me, h, code := real.MEMDPost(base[0], match, bits, ignore, ume, at, md[0], vec, umd, test[0])
			me2, h2, want := twin.MEMDPost(base[1], match, bits, ignore, ume, at, md[1], vec, umd, test[1])
			x.made(i, x.mes, me, me2, code, want)
			x.made(i, x.mds, h, h2, code, want)
		},
		"attach": attach, "attach again": attach,
		"eq alloc": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			count := uint64(x.number(0, 9, "count"))
			a, code := real.EQAlloc(count)
			b, want := twin.EQAlloc(count)
			x.made(i, x.eqs, a, b, code, want)
		},
		"eq free": func(*rapid.T) {
			i := x.process()
			if !x.rare("free") {
				return
			}
			real, twin := x.pair(i)
			eq := x.handle(x.eqs[i], "eq")
			require.Equal(x.t, twin.EQFree(eq[1]), real.EQFree(eq[0]))
		},
		"eq get": func(*rapid.T) {
			i := x.process()
			eq := x.handle(x.eqs[i], "eq")
			for range x.number(1, 4, "times") {
				x.take(i, eq)
			}
		},
		"access": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			ac, match, pt := uint32(x.number(1, 3, "ac")), x.processMatch(), x.portal()
			uid, jid := rapid.SampledFrom([]uint32{p.UIDAny, UID(0)}).Draw(x.t, "uid"), rapid.SampledFrom([]uint32{p.JIDAny, JID(0)}).Draw(x.t, "jid")
			require.Equal(x.t, twin.ACEntry(ac, match, uid, jid, pt), real.ACEntry(ac, match, uid, jid, pt))
		},
	}
}
