import { getPriority, setPriority } from 'node:os'

/** Raises the niceness of a process to at least this value. Only root may lower one again. @param pid defaults to this process */
export const lowerPriority = (niceness: number, pid = 0): void =>
  setPriority(pid, Math.max(niceness, getPriority(pid)))
