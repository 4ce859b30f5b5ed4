package machine

import "gasnetgo/sim/fault"

// Faults are the rules that break the machine.
func (m *Machine) Faults() (all []*fault.Rule, err error) {
	for _, text := range m.Fault {
		r, err := fault.Parse(text)
		if err != nil {
			return nil, m.wrong("fault", "%v", err)
		}
		all = append(all, r)
	}
	return all, nil
}
