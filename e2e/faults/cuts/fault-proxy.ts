import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import { atEnd } from '#api/test/at-end.ts'
import { FAULTS } from '../networks.ts'

export type Direction = 'request' | 'response'
type Break = {
  direction: Direction
  /** Number of bytes, on all connections since the break was set, that still arrive. */
  afterBytes: number
  /** Runs before the connection is cut. */
  first?: () => unknown
}

/**
 * Forwards bytes between the api and the sandbox without parsing HTTP. A break cuts one connection in both directions
 * after a number of bytes.
 */
export async function startFaultProxy() {
  let target = { host: '127.0.0.1', port: 0 }
  let passed = { request: 0, response: 0 }
  let waiting: Break | undefined
  let reached = Promise.withResolvers<void>()

  const server = createServer(client => {
    const upstream = connect(target)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut)
    relay('request', client, upstream, cut)
    relay('response', upstream, client, cut)
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  atEnd(() => server.close())

  function relay(direction: Direction, from: Socket, to: Socket, cut: () => void) {
    let isCut = false
    from.on('data', (bytes: Buffer) => {
      if (isCut) return
      const before = passed[direction]
      passed = { ...passed, [direction]: before + bytes.length }
      if (waiting?.direction !== direction || waiting.afterBytes >= before + bytes.length) {
        // Pauses a sender that outpaces its receiver.
        if (!to.write(bytes)) {
          from.pause()
          to.once('drain', () => from.resume())
        }
        return
      }
      isCut = true
      const { afterBytes, first } = waiting
      waiting = undefined
      to.write(bytes.subarray(0, afterBytes - before), () => {
        void Promise.resolve(first?.()).then(() => {
          cut()
          reached.resolve()
        })
      })
    })
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the URL to forward to. */
    aimAt(url: string) {
      target = { host: '127.0.0.1', port: Number(new URL(url).port) }
    },
    /** Starts counting bytes. */
    startCounting: () => void (passed = { request: 0, response: 0 }),
    passed: () => passed,
    /** Starts counting bytes, and breaks once. @returns a promise that resolves at the break */
    breakAt(next: Break): Promise<void> {
      passed = { request: 0, response: 0 }
      waiting = next
      reached = Promise.withResolvers<void>()
      return reached.promise
    },
    isBroken: () => waiting === undefined,
    mend: () => void (waiting = undefined),
  }
}
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

/** Returns settings that route an api's publishing calls through the proxy. */
export const throughProxy = ({ url }: Pick<FaultProxy, 'url'>): Record<string, string> =>
  Object.assign({}, ...Object.values(FAULTS).map(faults => faults.throughProxy(url)))
