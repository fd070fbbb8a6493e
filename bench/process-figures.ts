import { readFileSync } from 'node:fs'

/** Reads a process's resident memory from Linux's /proc. */
export const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Unit of processor times in /proc. */
const TICK_MS = 10

/** Reads the processor time a process has used, in milliseconds, from Linux's /proc. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
