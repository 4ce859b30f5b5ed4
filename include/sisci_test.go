package include_test

import "testing"

// Clients of SISCI include its headers in any order, some of them in C89. GASNet's conduit defines bool afterwards, and others use codes as case labels.
func TestSISCIClients(t *testing.T) {
	const use = `
int uses(sci_error_t e, const struct sci_query_adapter *q);
int uses(sci_error_t e, const struct sci_query_adapter *q)
{
  switch (e) {
  case SCI_ERR_OK: case SCI_ERR_NOT_SUPPORTED: case SCI_ERR_REMOTE_BUSY: case SCI_ERR_LOCAL_BUSY: case SCI_ERR_NO_SUCH_INTNO: return 1;
  default: break;
  }
  switch (q->subcommand) {
  case SCI_Q_ADAPTER_NODEID: case SCI_Q_ADAPTER_DMA_MTU: return 2;
  }
  return SCI_SEQ_OK + SCI_DMAQUEUE_IDLE + MAX_CB_REASON;
}
static const unsigned int flags = SCI_FLAG_DMA_POST | SCI_FLAG_DMA_WAIT | SCI_FLAG_DMA_RESET;
unsigned int more(void);
unsigned int more(void) { return flags; }
`
	orders := []string{
		"#include <sisci_types.h>\n#include <sisci_api.h>\n#include <sisci_error.h>\n",
		"#include <sisci_api.h>\n#include <sisci_error.h>\n#include <sisci_types.h>\n",
		"#include <sisci_error.h>\n#include <sisci_types.h>\n#include <sisci_api.h>\n",
	}
	for _, l := range append(languages(), language{"C89", "cc", "-std=c89"}, language{"C++98", "c++", "-std=c++98"}) {
		t.Run(l.name, func(t *testing.T) {
			for _, order := range orders {
				text := order + use
				if l.compiler == "cc" {
					text = order + "typedef unsigned char bool;\nbool is_so(IN bool b);\nbool is_so(IN bool b) { return b; }\n" + use
				}
				requireCompiles(t, l, text)
			}
		})
	}
}
