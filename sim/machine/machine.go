package machine

// Machine is what a file says. Sections that a machine's kind of network does not have are zero.
type Machine struct {
	Name  string `toml:"name"`
	About string `toml:"about"`
	Base  string `toml:"base"` // a built-in machine whose parameters hold where this one says nothing

	Network  string   `toml:"network"` // "seastar" or "ideal"
	Nodes    Nodes    `toml:"nodes"`
	Topology Topology `toml:"topology" for:"seastar"`
	Host     Host     `toml:"host"`
	NIC      NIC      `toml:"nic" for:"seastar"`
	Firmware Firmware `toml:"firmware" for:"seastar"`
	Faults   Faults   `toml:"faults" for:"seastar"`

	sources []source // texts, what they build on first
}

// Nodes is how ranks lie on nodes.
type Nodes struct {
	Ranks int `toml:"ranks"` // per node
}

// Topology is the wires.
type Topology struct {
	Size   []int    `toml:"size"` // x, y, z; 0 is as many as the job needs
	Wrap   []bool   `toml:"wrap"` // x, y, z
	Link   Rate     `toml:"link"`
	Hop    Duration `toml:"hop"`
	Packet Size     `toml:"packet"`
}

// Host is what software costs on a node's CPUs.
type Host struct {
	Trap   Duration `toml:"trap"`
	Call   Duration `toml:"call"`
	Send   Duration `toml:"send"`
	Look   Duration `toml:"look"`
	Match  Duration `toml:"match"`
	Event  Duration `toml:"event"`
	Make   Duration `toml:"make"`
	Unlink Duration `toml:"unlink"`
}

// NIC is the network interface's hardware.
type NIC struct {
	Mode            string   `toml:"mode"`
	Inline          Size     `toml:"inline"`
	FIFO            Size     `toml:"fifo"`
	Read            Duration `toml:"read"`
	Transmit        Rate     `toml:"transmit"`
	Deposit         Rate     `toml:"deposit"`
	Interrupt       Duration `toml:"interrupt"`
	InterruptReturn float64  `toml:"interrupt_return"`
	Streams         int      `toml:"streams"`
	Sources         int      `toml:"sources"`
	TransmitPending int      `toml:"transmit_pending"`
	ReceivePending  int      `toml:"receive_pending"`
	Exhaustion      string   `toml:"exhaustion"`
	Backoff         Duration `toml:"backoff"`
}

// Firmware is what the NIC's processor takes.
type Firmware struct {
	Poll     Duration `toml:"poll"`
	Transmit Duration `toml:"transmit"`
	Sent     Duration `toml:"sent"`
	Header   Duration `toml:"header"`
	Receive  Duration `toml:"receive"`
	Received Duration `toml:"received"`
	Release  Duration `toml:"release"`
	Source   Duration `toml:"source"`
	Match    Duration `toml:"match"`
}

// Faults is what goes wrong.
type Faults struct {
	Seed   uint64   `toml:"seed"`
	Link   float64  `toml:"link"`
	Retry  Duration `toml:"retry"`
	Missed float64  `toml:"missed"`
}

// source is a text that a machine was made from.
type source struct {
	name string // file, built-in machine or "--set"
	text string
	rows map[string]int // the lines that set parameters
}
