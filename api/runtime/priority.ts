import { getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of a process of ours to a niceness, unless it is lower already: raising it again is only allowed to root.
 * @param pid by default this process
 */
export const lowerPriority = (niceness: number, pid = 0): void =>
  setPriority(pid, Math.max(niceness, getPriority(pid)))
