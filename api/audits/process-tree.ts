import { readdirSync, readFileSync } from 'node:fs'

const PAGE_KB = 4

type Process = { pid: number; parent: number; residentKb: number }

/** Processes of this machine; only Linux tells. */
function allProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => readProcess(Number(name)) ?? [])
  } catch {
    return []
  }
}

/** proc(5): the name, in brackets, may hold anything; the parent is the second field after it, resident pages the 22nd. */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), residentKb: Number(fields[21]) * PAGE_KB }
  } catch {
    return undefined
  }
}

/** A process and all that it has started. */
function treeOf(root: number): Process[] {
  const processes = allProcesses()
  const tree = processes.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...processes.filter(({ parent }) => parent === pid))
  return tree
}

export const treeResidentKb = (root: number): number =>
  treeOf(root).reduce((sum, { residentKb }) => sum + residentKb, 0)

/** At once, with everything that it has started. */
export function killTree(root: number): void {
  for (const { pid } of treeOf(root)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}
