import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export type Identity = { bootId: string; pid: number; startTicks: string }

/** Identifies this process uniquely, even if its pid is reused after a reboot. */
export const ownIdentity = (): Identity => ({
  bootId: bootId(),
  pid: process.pid,
  startTicks: startTicks(process.pid) ?? '',
})

/** True if the process is running on this machine. */
export function runsHere(identity: Identity): boolean {
  if (identity.bootId !== bootId()) return false
  const ticks = startTicks(identity.pid)
  return ticks === undefined ? isAlive(identity.pid) : ticks === identity.startTicks
}

/** Linux has an id for each boot. On other systems a reboot looks like a crash of the process. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

/** Returns field 22 of proc_pid_stat(5), counted from the command's name, which may contain spaces. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
