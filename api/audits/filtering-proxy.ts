import { connect, createServer, type Socket } from 'node:net'

import type { AddressGuard } from '#api/runtime/address-guard.ts'
import { AuditError, throwAuditError } from './audit.ts'

const CONNECT_MS = 10_000
/** Maximum size of a page with all its files, far above a reasonable page's. */
const MAX_BYTES = 200 * 1024 ** 2

/**
 * Starts the SOCKS proxy that carries all of a browser's traffic. It connects only to addresses that it has resolved and checked
 * itself, so no redirect, subresource or changed DNS record can lead the browser to a private address.
 */
export async function startFilteringProxy(guard: AddressGuard) {
  const failures = new Map<string, AuditError>()
  const open = new Set<Socket>()
  let bytes = 0

  async function serve(client: Socket) {
    await readGreeting(client)
    client.write(WITHOUT_PASSWORD)
    const { host, port } = await readTarget(client)
    const remote = await connectTo(host, port).catch((error: unknown) => {
      if (error instanceof AuditError) failures.set(host, error)
      return undefined
    })
    if (!remote) return void client.end(NOT_ALLOWED)
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
    for (const address of await guard.addressesOf(host, port).catch(throwAuditError)) {
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

const VERSION = 5
const CONNECT = 1
const IPV4 = 1
const NAME = 3
const IPV6 = 4

const WITHOUT_PASSWORD = Uint8Array.of(VERSION, 0)
const reply = (code: number) => Uint8Array.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0)
const SUCCESS = reply(0)
/** Connection not allowed by ruleset. */
const NOT_ALLOWED = reply(2)

/** Reads the authentication methods that the client offers (RFC 1928). All are ignored. */
async function readGreeting(client: Socket): Promise<void> {
  const [version, methods = 0] = await readBytes(client, 2)
  if (version !== VERSION) throw new Error('not SOCKS 5')
  await readBytes(client, methods)
}

/** Reads the requested destination (RFC 1928). */
async function readTarget(client: Socket): Promise<{ host: string; port: number }> {
  const [version, command, , type = 0] = await readBytes(client, 4)
  if (version !== VERSION || command !== CONNECT) throw new Error('only CONNECT')
  const host = await readHost(client, type)
  return { host, port: (await readBytes(client, 2)).readUInt16BE() }
}

async function readHost(client: Socket, type: number): Promise<string> {
  if (type === IPV4) return (await readBytes(client, 4)).join('.')
  if (type === NAME)
    return (await readBytes(client, (await readBytes(client, 1)).readUInt8())).toString('latin1')
  if (type !== IPV6) throw new Error('unknown kind of address')
  const bytes = await readBytes(client, 16)
  return Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16)).join(':')
}

/** Reads exactly `count` bytes. The rest stays for the next read. */
async function readBytes(client: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = client.read(count) as Buffer | null
    if (bytes) return bytes
    if (client.readableEnded || client.destroyed) throw new Error('the client left')
    await new Promise<void>((resolve, reject) => {
      client.once('readable', resolve)
      client.once('close', () => reject(new Error('the client left')))
    })
  }
}
