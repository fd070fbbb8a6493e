import { createServer } from 'node:net'

/** Ports from 1024 that browsers refuse to open (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080,
]

/** Resolves to true if the port is free. */
export const isFree = (port: number, host = '127.0.0.1') =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

/** Returns the wanted port, or the next free one that a browser opens. */
export async function nextFreePort(wanted: number, taken: number[] = []): Promise<number> {
  for (let port = wanted; port < wanted + 100; port++) {
    if (!taken.includes(port) && !BLOCKED.includes(port) && (await isFree(port))) return port
  }
  throw new Error(
    `No free port between ${wanted} and ${wanted + 99}: end something that listens there, or set PORT.`,
  )
}
