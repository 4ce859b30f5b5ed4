/* gasnet/tools/demand.c - signal handlers, and what the program does when a signal demands it: wait for a debugger, print a backtrace. */
#include "demand.h"

#include <gasnet_tools.h>

#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#include "../../runtime/program.h"
#include "freeze.h"
#include "signals.h"

gasnett_sighandlerfn_t gasnett_reghandler(int sigtocatch, gasnett_sighandlerfn_t fp)
{
	const gasnett_sighandlerfn_t before = ga_libc()->signal(sigtocatch, fp);

	if (before == SIG_ERR)
		gasnett_fatalerror("gasnett_reghandler: sigtocatch = %d: no handler can be installed for that signal", sigtocatch);
	return before;
}

static void on_demand(int sig)
{
	const char *freeze = ga_libc()->getenv("GASNET_FREEZE_SIGNAL");
	const bool is_freeze = freeze && ga_signal_number(freeze) == sig;

	ga_signal_say("Caught GASNET_%s_SIGNAL: %s(%d)\n", is_freeze ? "FREEZE" : "BACKTRACE", ga_signal_name(sig), sig);
	if (is_freeze)
		gasnett_freezeForDebuggerNow(ga_frozen(), "gasnet_frozen");
	else
		gasnett_print_backtrace(STDERR_FILENO);
}

static void listen(const char *variable)
{
	const char *text = gasnett_getenv_withdefault(variable, NULL);
	const int sig = text ? ga_signal_number(text) : 0;

	if (text && (!sig || sig == SIGKILL || sig == SIGSTOP))
		gasnett_fatalerror("environment variable %s = %s: not a signal that can be caught, such as SIGUSR1", variable, text);
	if (sig)
		gasnett_reghandler(sig, on_demand);
}

void ga_gasnet_begin_debugging(void)
{
	if (gasnett_getenv("GASNET_BACKTRACE") || gasnett_getenv("GASNET_BACKTRACE_SIGNAL"))
		gasnett_backtrace_init(NULL);
	gasnett_gethostname(); /* is not asked for in a signal handler the first time */
	listen("GASNET_FREEZE_SIGNAL");
	listen("GASNET_BACKTRACE_SIGNAL");
	if (gasnett_getenv_yesno_withdefault("GASNET_FREEZE", 0))
		gasnett_freezeForDebuggerNow(ga_frozen(), "gasnet_frozen");
}
