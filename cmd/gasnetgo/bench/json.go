package bench

import (
	"encoding/json"
	"io"
)

// scale converts the unit of a table's column to the unit of JSON: the suffix of a key, and the factor.
type scale struct {
	suffix string
	factor float64
}

// scales are all units of bench. A quantity has one unit in JSON: all times are in ns, all sizes in bytes.
func scales() map[string]scale {
	return map[string]scale{
		"ns": {"ns", 1}, "µs": {"ns", 1e3}, "ms": {"ns", 1e6}, "s": {"ns", 1e9}, "ns/call": {"ns_per_call", 1},
		"MB": {"bytes", 1e6}, "KB/rank": {"bytes_per_rank", 1e3}, "GB/s": {"bytes_per_s", 1e9}, "messages/s": {"messages_per_s", 1},
		"x": {"ratio", 1},
	}
}

// object is a JSON object whose numbers have their unit in the key.
type object map[string]any

// put adds a number of a unit.
func (o object) put(key string, value float64, unit string) {
	s := scales()[unit]
	o[key+"_"+s.suffix] = value * s.factor
}

// object is a row as JSON.
func (r result) object() object {
	o := object{"name": r.Name, "what": r.What, "beside": r.Beside, "compared_as": r.compare.String(), "runs": r.Runs, "trials": r.Trials}
	unit := r.Unit
	if r.compare == fraction || r.compare == times {
		unit = "x"
	}
	o.put("value", r.Value, r.Unit)
	o.put("limit", r.Limit, r.Unit)
	o.put("compared", r.Compared, unit)
	o.put("compared_min", r.Low, unit)
	o.put("compared_max", r.High, unit)
	if len(r.all) > 0 {
		value, limit := r.tails()
		o.put("mean", value.mean, r.Unit)
		o.put("p99", value.p99, r.Unit)
		o.put("limit_mean", limit.mean, r.Unit)
		o.put("limit_p99", limit.p99, r.Unit)
	}
	if r.Target != 0 {
		o.put("target", r.Target, unit)
		o["runs_met"] = r.RunsMet
	}
	if r.Met != nil {
		o["met"] = *r.Met
	}
	if r.Wait != nil {
		o["wait"] = r.Wait
		delete(o, "runs_met")
	}
	return o
}

// writeJSON writes a table. It is not complete if the measurement was cut off.
func writeJSON(w io.Writer, processor, load string, complete bool, results []result) error {
	list := make([]object, len(results))
	for i, r := range results {
		list[i] = r.object()
	}
	return encode(w, object{"processor": processor, "load": load, "complete": complete, "results": list})
}

// encode writes an object in lines.
func encode(w io.Writer, o object) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(o)
}
