import { existsSync, readFileSync } from 'node:fs'

const LAUNCHES = /\b(npm exec|npx|run (up|dev|start))\b/
const CHECK_EVERY_MS = 1000

/**
 * Calls `gone` when one of the processes that launched this one (npx, its shell, `bun run`) has exited: npx doesn't forward
 * the signal that ends it. Does nothing on systems without /proc.
 */
export function onLauncherGone(gone: () => void) {
  const launchers = findLaunchers(process.ppid)
  const timer = setInterval(() => {
    if (launchers.every(pid => existsSync(`/proc/${pid}`))) return
    clearInterval(timer)
    gone()
  }, CHECK_EVERY_MS)
  timer.unref()
}

function findLaunchers(pid: number): number[] {
  const file = `/proc/${pid}/cmdline`
  if (pid <= 1 || !existsSync(file)) return []
  const command = readFileSync(file, 'utf8').replaceAll('\0', ' ')
  return LAUNCHES.test(command) ? [pid, ...findLaunchers(parentOf(pid))] : []
}

const parentOf = (pid: number) =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
