import { expect } from 'bun:test'

import { picture, type PublishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { eventually } from '../eventually.ts'
import { startFaultProxy } from '../faults/cuts/fault-proxy.ts'
import { openKillTestbed } from '../faults/kills/call-kills.ts'
import { settle } from '../faults/scenarios/settle.ts'

const PUBLISHED_WITHIN_MS = 120_000

/** True to run only a few of each, by `--short` of `run.ts`. */
export const isShort = process.env.SHORT === '1'

/** A position in the bytes that an undisturbed delivery sends or receives. */
type Place = { direction: 'request' | 'response'; share: number }
type Bytes = Record<Place['direction'], number>

const bytesUntil = ({ direction, share }: Place, bytes: Bytes) => ({
  direction,
  afterBytes: Math.floor(share * bytes[direction]),
})

/**
 * Publishes a post for each place, at which its connection to the server is cut.
 * @param open connects an account through the proxy, and returns what publishes a post and resolves with its state
 * @returns the number of posts whose connection was cut before they were published
 */
export async function runCuts(
  serverUrl: string,
  places: Place[],
  open: (proxyUrl: string) => Promise<(message: string) => Promise<string>>,
): Promise<number> {
  const proxy = await startFaultProxy()
  proxy.aimAt(serverUrl)
  const publish = await open(proxy.url)
  proxy.startCounting()
  expect(await publish('Undisturbed')).toBe('published')
  const bytes = proxy.passed()
  let cut = 0
  for (const [index, place] of places.entries()) {
    void proxy.breakAt(bytesUntil(place, bytes))
    expect([index, await publish(`Cut ${index}`)]).toEqual([index, 'published'])
    if (proxy.isBroken()) cut++
    proxy.mend()
  }
  return cut
}

type Kills = {
  network: NetworkId
  places: Place[]
  env(proxyUrl: string): Record<string, string>
  connect(app: PublishingApp, proxyUrl: string): Promise<unknown>
}

/** Publishes a post for each place, at which its process is killed, and one undisturbed. */
export async function runKills(serverUrl: string, { network, places, env, connect }: Kills): Promise<void> {
  const proxy = await startFaultProxy()
  proxy.aimAt(serverUrl)
  const { app, startApi } = await openKillTestbed({ networks: [], env: env(proxy.url) })
  await connect(app, proxy.url)
  const send = async (message: string) =>
    app.accept({ platforms: [{ platform: network, message }], media: [await picture('red')] })
  const isOut = async (post: string) => (await app.delivery(post, network)).state === 'published'
  const untilOut = (post: string) => eventually('the post is out', () => isOut(post), PUBLISHED_WITHIN_MS)

  const api = startApi()
  await api.ready
  proxy.startCounting()
  await untilOut(await send('Alive'))
  const bytes = proxy.passed()
  await api.end('SIGKILL')
  for (const [index, place] of places.entries()) {
    app.clock.set(new Date())
    const doomed = startApi()
    await doomed.ready
    const killed = proxy.breakAt({ ...bytesUntil(place, bytes), first: () => doomed.end('SIGKILL') })
    const post = await send(`Killed ${index}`)
    await Promise.race([killed, untilOut(post)])
    proxy.mend()
    await doomed.end('SIGKILL')
    expect((await settle(app, post, network)).state).toBe('published')
  }
}
