import { eventually } from '../../eventually.ts'
import { breaksOf, byteOf, type Cut, type Publication } from '../cuts/cuts.ts'
import { startFaultProxy, throughProxy } from '../cuts/fault-proxy.ts'
import { ageTokens, mediaOf } from '../scenarios/play.ts'
import { settle } from '../scenarios/settle.ts'
import { check, type Violation } from '../scenarios/verdict.ts'
import { openGraveyard } from './call-kills.ts'

const LONG: Publication[] = [
  { network: 'facebook', media: 'pictures' },
  { network: 'facebook', media: 'long clip' },
  { network: 'instagram', media: 'carousel' },
  { network: 'instagram', media: 'clip' },
  { network: 'google', media: 'picture' },
]
export const BYTE_KILLS = breaksOf(LONG, 6, 'killed')

const PUBLISHED_WITHIN_MS = 120_000
/** Longer than a mail is claimed for. */
const MAIL_LEASE_MS = 10 * 60_000

/** A graveyard whose processes reach the networks through a proxy, which says when one of them dies. */
export async function openProxiedGraveyard() {
  const { app, startApi } = await openGraveyard()
  const proxy = await startFaultProxy()
  proxy.aimAt(app.sandbox.url)
  const known = new Map<string, { request: number; response: number }>()

  const publish = async ({ network, media }: Publication, message: string) => {
    await ageTokens(app)
    return app.accept({ platforms: [{ platform: network, message }], media: await mediaOf(media) })
  }

  /** Learns how many bytes a real process sends and gets while it publishes undisturbed. */
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

  /** Kills a process after so many bytes of a publication, and has another one go on. @returns what broke the promise */
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
    // The last bytes of a publication differ a little from one to the next.
    const isOut = async () => (await app.delivery(postId, network)).state === 'published'
    await Promise.race([broken, eventually('the post is out', isOut, PUBLISHED_WITHIN_MS)])
    proxy.mend()
    await api.end('SIGKILL')
    await settle(app, postId, network)
    app.clock.advance(MAIL_LEASE_MS)
    const delivery = await app.delivery(postId, network)
    return check(app, delivery, { postId, message: name, ends: 'published' })
  }

  return { play }
}
