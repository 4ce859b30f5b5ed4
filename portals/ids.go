package portals

// UID is the user that this process is.
func (n *NI) UID() uint32 { return n.uid }

// JID is the job that this process belongs to.
func (n *NI) JID() uint32 { return n.jid }
