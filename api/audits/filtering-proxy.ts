import { connect, createServer, type Socket } from 'node:net'

import type { AddressGuard } from './address-guard.ts'
import { AuditError } from './audit.ts'
import { readGreeting, readTarget, refusal, SUCCESS, WITHOUT_PASSWORD } from './socks.ts'

const CONNECT_MS = 10_000
/** Much larger than a reasonable page. */
const MAX_BYTES = 200 * 1024 ** 2

/**
 * Starts the SOCKS proxy that carries all of a browser's traffic. It resolves each host, checks every address and connects to a
 * checked one, so that no redirect, subresource or changing DNS record leads to a private address.
 */
export async function startFilteringProxy(guard: AddressGuard) {
  const failures = new Map<string, AuditError>()
  const open = new Set<Socket>()
  let bytes = 0

  async function serve(client: Socket) {
    const { host, port } = await greet(client)
    const remote = await connectTo(host, port).catch((error: unknown) => {
      if (error instanceof AuditError) failures.set(host, error)
      return undefined
    })
    if (!remote) return void client.end(refusal)
    track(remote)
    client.write(SUCCESS)
    remote.on('data', chunk => {
      bytes += chunk.length
      if (bytes > MAX_BYTES) {
        failures.set(
          host,
          new AuditError('site', 'The page is larger than 200 MB, which is too large to measure.'),
        )
        for (const socket of open) socket.destroy()
      }
    })
    client.once('close', () => remote.destroy())
    remote.once('close', () => client.destroy())
    client.pipe(remote).pipe(client)
  }

  async function connectTo(host: string, port: number): Promise<Socket> {
    for (const address of await guard.addressesOf(host, port)) {
      const socket = await tryConnect(address, port)
      if (socket) return socket
    }
    throw new AuditError('site', `${host} isn’t responding. Check that the website is up.`)
  }

  function track(socket: Socket) {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  }

  const server = createServer(client => {
    track(client)
    serve(client).catch(() => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const bound = server.address()

  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    /** Reasons for failed connections, by host. */
    failures,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

async function greet(client: Socket) {
  await readGreeting(client)
  client.write(WITHOUT_PASSWORD)
  return readTarget(client)
}

/** Resolves to undefined if the connection fails. */
function tryConnect(address: string, port: number): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const socket = connect({ host: address, port })
  const fail = () => (socket.destroy(), resolve(undefined))
  const timer = setTimeout(fail, CONNECT_MS)
  socket.once('error', fail)
  socket.once('connect', () => {
    clearTimeout(timer)
    socket.off('error', fail)
    resolve(socket)
  })
  return promise.finally(() => clearTimeout(timer))
}
