import { readdirSync, readFileSync } from 'node:fs'

const PAGE_KB = 4

type Process = { pid: number; parent: number; residentKb: number }

/** Returns this machine's processes; empty except on Linux. */
function allProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => readProcess(Number(name)) ?? [])
  } catch {
    return []
  }
}

/** Parses proc(5): after the name in brackets, which may contain anything, field 2 is the parent and field 22 resident pages. */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), residentKb: Number(fields[21]) * PAGE_KB }
  } catch {
    return undefined
  }
}

/** Returns a process and its descendants. */
function treeOf(root: number): Process[] {
  const processes = allProcesses()
  const tree = processes.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...processes.filter(({ parent }) => parent === pid))
  return tree
}

export const treeResidentKb = (root: number): number =>
  treeOf(root).reduce((sum, { residentKb }) => sum + residentKb, 0)

/** Kills a process and its descendants. */
export function killTree(root: number): void {
  for (const { pid } of treeOf(root)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
}
