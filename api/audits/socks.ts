import type { Socket } from 'node:net'

const VERSION = 5
const CONNECT = 1
const IPV4 = 1
const NAME = 3
const IPV6 = 4

export const WITHOUT_PASSWORD = Uint8Array.of(VERSION, 0)
const reply = (code: number) => Uint8Array.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0)
export const SUCCESS = reply(0)
/** Reply code 2: connection not allowed by ruleset. */
export const refusal = reply(2)

/** Reads the client's authentication methods (RFC 1928), of which none is required. */
export async function readGreeting(client: Socket): Promise<void> {
  const [version, methods = 0] = await readBytes(client, 2)
  if (version !== VERSION) throw new Error('not SOCKS 5')
  await readBytes(client, methods)
}

/** Reads the requested destination (RFC 1928). */
export async function readTarget(client: Socket): Promise<{ host: string; port: number }> {
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
