import { eventually } from '../../eventually.ts'
import { spreadCuts, byteOf, type Cut, type Publication } from '../cuts/cuts.ts'
import { startFaultProxy, throughProxy } from '../cuts/fault-proxy.ts'
import { ageTokens, mediaOf } from '../scenarios/run-scenario.ts'
import { settle } from '../scenarios/settle.ts'
import { findViolations, type Violation } from '../scenarios/violations.ts'
import { openKillTestbed } from './call-kills.ts'

const LONG: Publication[] = [
  { network: 'facebook', media: 'pictures' },
  { network: 'facebook', media: 'long clip' },
  { network: 'instagram', media: 'carousel' },
  { network: 'instagram', media: 'clip' },
  { network: 'google', media: 'picture' },
]
export const BYTE_KILLS = spreadCuts(LONG, 6, 'killed')

const PUBLISHED_WITHIN_MS = 120_000
/** Exceeds the lease of a mail. */
const MAIL_LEASE_MS = 10 * 60_000

/** Prepares processes that reach the networks through a proxy, which kills a process at a byte. */
export async function openProxiedKillTestbed() {
  const { app, startApi } = await openKillTestbed()
  const proxy = await startFaultProxy()
  proxy.aimAt(app.sandbox.url)
  const known = new Map<string, { request: number; response: number }>()

  const publish = async ({ network, media }: Publication, message: string) => {
    await ageTokens(app)
    return app.accept({ platforms: [{ platform: network, message }], media: await mediaOf(media) })
  }

  /** Counts the bytes that a real process sends and receives during an undisturbed publication. */
  async function bytesOf(publication: Publication) {
    const name = `${publication.network} ${publication.media}`
    const measured = known.get(name)
    if (measured) return measured
    app.clock.set(new Date())
    const api = startApi(throughProxy(proxy))
    await api.ready
    proxy.startCounting()
    const postId = await publish(publication, `${name}, undisturbed`)
    const isOut = async () => (await app.delivery(postId, publication.network)).state === 'published'
    await eventually('the post is out', isOut, PUBLISHED_WITHIN_MS)
    const bytes = proxy.passed()
    await api.end('SIGKILL')
    known.set(name, bytes)
    return bytes
  }

  /**
   * Kills a process after a number of a publication's bytes, and lets another process continue.
   * @returns violations of the promise
   */
  async function play({ name, network, media, direction, place }: Cut): Promise<Violation[]> {
    const bytes = await bytesOf({ network, media })
    app.clock.set(new Date())
    const api = startApi(throughProxy(proxy))
    await api.ready
    const broken = proxy.breakAt({
      direction,
      afterBytes: byteOf(place, bytes[direction]),
      first: () => api.end('SIGKILL'),
    })
    const postId = await publish({ network, media }, name)
    // The last bytes differ slightly between publications.
    const isOut = async () => (await app.delivery(postId, network)).state === 'published'
    await Promise.race([broken, eventually('the post is out', isOut, PUBLISHED_WITHIN_MS)])
    proxy.mend()
    await api.end('SIGKILL')
    await settle(app, postId, network)
    app.clock.advance(MAIL_LEASE_MS)
    const delivery = await app.delivery(postId, network)
    return findViolations(app, delivery, { postId, message: name, ends: 'published' })
  }

  return { play }
}
