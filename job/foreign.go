package job

import (
	"fmt"
	"strings"
)

// mark is one launcher's trace in the environment, for warnings.
type mark struct {
	launcher   string
	seen       []string // all of these are set
	rank, size []string // variables that tell this process's rank and the number of ranks
	why        string   // what keeps us from using it
}

// foreignMarks are checked in order; the first whose variables are all set is named.
func foreignMarks() []mark {
	const (
		incomplete = "its variables do not lead to a PMI server"
		noServer   = "PMI_FD or PMI_PORT does not lead to a server"
	)
	return []mark{
		{"Open MPI's mpirun", []string{"OMPI_COMM_WORLD_RANK"}, []string{"OMPI_COMM_WORLD_RANK"}, []string{"OMPI_COMM_WORLD_SIZE"},
			"it is not told which job this is (PMIX_NAMESPACE)"},
		{"a PMIx launcher", []string{"PMIX_RANK"}, []string{"PMIX_RANK"}, nil, "libpmix could not be used and nothing else tells the size"},
		{"Open MPI's mpirun", []string{"OMPI_COMM_WORLD_SIZE"}, nil, []string{"OMPI_COMM_WORLD_SIZE"}, "it is not told its rank (OMPI_COMM_WORLD_RANK)"},
		{"MVAPICH2's launcher", []string{"MV2_COMM_WORLD_RANK"}, []string{"MV2_COMM_WORLD_RANK"}, []string{"MV2_COMM_WORLD_SIZE"}, incomplete},
		{"MVAPICH2's launcher", []string{"MV2_COMM_WORLD_SIZE"}, nil, []string{"MV2_COMM_WORLD_SIZE"}, incomplete},
		{"Flux", []string{"FLUX_TASK_RANK"}, []string{"FLUX_TASK_RANK"}, []string{"FLUX_JOB_SIZE"},
			"it is not told which job this is (FLUX_JOB_ID) or how large it is (FLUX_JOB_SIZE)"},
		{"PALS", []string{"PALS_RANKID"}, []string{"PALS_RANKID"}, []string{"PALS_SIZE"}, "it speaks only through Cray's library, unless told to speak PMIx (mpiexec --pmi=pmix)"},
		{"PALS", []string{"PALS_APID"}, []string{"PALS_RANKID"}, []string{"PALS_SIZE"}, "it speaks only through Cray's library, unless told to speak PMIx (mpiexec --pmi=pmix)"},
		{"ALPS aprun", []string{"ALPS_APP_PE"}, []string{"ALPS_APP_PE"}, nil, "it speaks only through Cray's library"},
		{"IBM jsrun", []string{"JSM_NAMESPACE_RANK"}, []string{"JSM_NAMESPACE_RANK"}, []string{"JSM_NAMESPACE_SIZE"}, incomplete},
		{"a PMI launcher", []string{"PMI_RANK"}, []string{"PMI_RANK"}, []string{"PMI_SIZE"}, noServer},
		{"a PMI launcher", []string{"PMI_SIZE"}, nil, []string{"PMI_SIZE"}, noServer},
		{"a PMI launcher", []string{"PMI_ID"}, []string{"PMI_ID"}, []string{"PMI_SIZE"}, noServer},
		{"an MPI launcher", []string{"MPI_LOCALRANKID"}, []string{"MPI_LOCALRANKID"}, []string{"MPI_LOCALNRANKS"}, incomplete},
		{"Hydra", []string{"HYDRA_LAUNCHER"}, nil, nil, incomplete},
		{bySrun, []string{"SLURM_STEP_ID", "SLURM_PROCID"}, []string{"SLURM_PROCID"}, []string{"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"},
			"its variables do not agree on the number of tasks"},
	}
}

// bySrun is the name of a launcher that is known by its step's variables.
const bySrun = "srun"

func pmiName(version int) string { return fmt.Sprintf("a PMI-%d launcher", version) }

// detectPMI finds a server that can be talked to. A PMI_FD that is no socket is a leftover from a launcher further up.
func detectPMI(version int) func(env, func(int) bool) (found, bool) {
	return func(e env, isSocket func(int) bool) (found, bool) {
		f := found{how: byPMI, name: pmiName(version), pmi: pmiAddress{fd: -1, version: version}}
		if fd, ok := e.number("PMI_FD"); ok && isSocket(fd) {
			f.pmi.fd = fd
			return f, true
		}
		if id, ok := e.number("PMI_ID"); ok && e.has("PMI_PORT") {
			f.pmi.port, f.pmi.id = e.text("PMI_PORT"), id
			return f, true
		}
		return f, false
	}
}

// detectPMIx finds the variables of a PMIx server; what else the launcher says is the way out when libpmix is not installed.
func detectPMIx(e env, _ func(int) bool) (found, bool) {
	if !e.has("PMIX_RANK", "PMIX_NAMESPACE") {
		if f, ok := detectOMPI(e); ok {
			return f, true
		}
		return found{}, false
	}
	f := found{how: byPMIx, name: "a PMIx launcher"}
	if e.has("OMPI_COMM_WORLD_RANK") {
		f.name = "Open MPI's mpirun"
	}
	if other, ok := detectOMPI(e); ok {
		f.fallback = &other
	} else if other, ok := detectSlurm(e, nil); ok {
		f.name, f.fallback = other.name, &other
	}
	return f, true
}

// detectOMPI takes rank and size from Open MPI's own variables, which need no library.
func detectOMPI(e env) (found, bool) {
	rank, ok := e.number("OMPI_COMM_WORLD_RANK")
	size, ok2 := e.number("OMPI_COMM_WORLD_SIZE")
	job := e.text("PMIX_NAMESPACE", "OMPI_MCA_orte_ess_jobid", "OMPI_MCA_ess_base_jobid")
	if !ok || !ok2 || rank >= size || job == "" {
		return found{}, false
	}
	f := found{how: byVariables, name: "Open MPI's mpirun", rank: rank, size: size, meeting: "ompi-" + job}
	if local, ok := e.number("OMPI_COMM_WORLD_LOCAL_SIZE"); ok && local < size {
		f.hosts = fmt.Sprintf("mpirun put %d of %d ranks on this host", local, size)
	}
	return f, true
}

// detectFlux takes rank and size from Flux's variables, for jobs without its PMI (-o pmi=off).
func detectFlux(e env, _ func(int) bool) (found, bool) {
	rank, ok := e.number("FLUX_TASK_RANK")
	size, ok2 := e.number("FLUX_JOB_SIZE")
	if !ok || !ok2 || rank >= size || !e.has("FLUX_JOB_ID") {
		return found{}, false
	}
	f := found{how: byVariables, name: "Flux", rank: rank, size: size, meeting: "flux-" + e.text("FLUX_JOB_ID")}
	if nodes, ok := e.number("FLUX_JOB_NNODES"); ok && nodes > 1 {
		f.hosts = fmt.Sprintf("Flux put the ranks on %d hosts", nodes)
	}
	return f, true
}

// detectSlurm takes rank and size from a step's variables. A batch script and salloc's shell have SLURM_PROCID=0 and SLURM_NTASKS too,
// without being tasks; but only srun sets SLURM_STEP_ID to the number of a step it launched, together with the address it launched from.
func detectSlurm(e env, _ func(int) bool) (found, bool) {
	if !e.has("SLURM_STEP_ID", "SLURM_PROCID") || !e.has("SLURM_LAUNCH_NODE_IPADDR") && !e.has("SLURM_STEP_NUM_TASKS") {
		return found{}, false
	}
	rank, ok := e.number("SLURM_PROCID")
	size, ok2 := e.number("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS")
	_, numbered := e.number("SLURM_STEP_ID")
	if !ok || !ok2 || !numbered || rank >= size || staleStep(e, size) {
		return found{}, false
	}
	f := found{how: byVariables, name: bySrun, rank: rank, size: size,
		meeting: "slurm-" + e.text("SLURM_JOB_ID", "SLURM_JOBID") + "." + e.text("SLURM_STEP_ID")}
	if nodes, ok := e.number("SLURM_STEP_NUM_NODES", "SLURM_NNODES"); ok && nodes > 1 {
		f.hosts = fmt.Sprintf("srun put the ranks on %d hosts: %s", nodes, e.text("SLURM_STEP_NODELIST", "SLURM_NODELIST"))
	}
	return f, true
}

// staleStep recognises the variables of a step from inside which sbatch was called: they come along into the batch script, where Slurm sets only
// a few of them again. SLURM_GTIDS, the tasks on this host, is one of those.
func staleStep(e env, size int) bool {
	here := e.text("SLURM_GTIDS")
	nodes, ok := e.number("SLURM_STEP_NUM_NODES")
	return here != "" && ok && nodes == 1 && !strings.Contains(here, "-") && strings.Count(here, ",")+1 != size
}
