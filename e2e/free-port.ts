import { nextFreePort } from '../commands/processes/free-port.ts'

/** Below the ports that systems assign to outgoing connections. */
const FIRST = 10_000
const [SEARCHES, PORTS_EACH] = [500, 40]
let nextToSearch = FIRST + (process.pid % SEARCHES) * PORTS_EACH

/** Returns a free port that this process hasn't used before. Parallel processes begin their search at different ports. */
export async function freePort(): Promise<number> {
  const port = await nextFreePort(nextToSearch)
  nextToSearch = port + 1
  return port
}
