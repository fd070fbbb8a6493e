/** The kernel reports CPU time in hundredths of a second (man 5 proc, `sysconf(_SC_CLK_TCK)`). */
const TICK_MS = 10

/** Returns a process's current memory and total CPU time; zero on systems other than Linux. */
export async function processFigures(pid: number): Promise<{ memoryKb: number; cpuMs: number }> {
  const [status, stat] = await Promise.all([textOf(`/proc/${pid}/status`), textOf(`/proc/${pid}/stat`)])
  // The name, in parentheses, may contain spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    memoryKb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0),
    cpuMs: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS,
  }
}

const textOf = (path: string) =>
  Bun.file(path)
    .text()
    .catch(() => '')
