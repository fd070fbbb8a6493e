import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export type Identity = { bootId: string; pid: number; startTicks: string }

/** Tells this process from all others, also after the machine has started anew and given its pid to another. */
export const ownIdentity = (): Identity => ({
  bootId: bootId(),
  pid: process.pid,
  startTicks: startTicks(process.pid) ?? '',
})

/** True for a process that runs on this machine now. */
export function runsHere(identity: Identity): boolean {
  if (identity.bootId !== bootId()) return false
  const ticks = startTicks(identity.pid)
  return ticks === undefined ? answers(identity.pid) : ticks === identity.startTicks
}

/** Linux names each start of the machine; elsewhere a restart is not told from a process that died. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

/** Field 22 of proc_pid_stat(5), counted behind the command's name, which may hold spaces. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
