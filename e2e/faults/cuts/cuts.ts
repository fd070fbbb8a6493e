import type { Ending } from '#api/test/networks/network-tests.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { ofEachNetwork } from '../networks.ts'
import { ageTokens, mediaOf } from '../scenarios/run-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { settle } from '../scenarios/settle.ts'
import { findViolations, type Violation } from '../scenarios/violations.ts'
import { type Direction, startFaultProxy, throughProxy } from './fault-proxy.ts'

export type Publication = {
  network: NetworkId
  media: Scenario['media']
  /** A fault while the network processes the media or the post, and the state in which the delivery then ends. */
  fault?: { operation: string; kind: string; ends: Ending }
}
export type Cut = Publication & {
  name: string
  direction: Direction
  place: Place
}

export const PUBLICATIONS: Publication[] = ofEachNetwork(({ cut }) => cut.map(media => ({ media })))
const FAULTY_PUBLICATIONS: Publication[] = [
  {
    network: 'instagram',
    media: 'carousel',
    fault: { operation: 'media', kind: 'stuck', ends: 'published' },
  },
  {
    network: 'instagram',
    media: 'clip',
    fault: { operation: 'media', kind: 'container-error', ends: 'published' },
  },
  {
    network: 'google',
    media: 'picture',
    fault: { operation: 'localPosts', kind: 'rejected', ends: 'failed' },
  },
]
/** A byte's position in one direction of an undisturbed publication: a fraction, or a distance from the end. */
type Place = { share: number } | { fromEnd: number }
const DIRECTIONS = ['request', 'response'] as const
/** Distances from the end, for cuts within the last calls. These are short, so evenly spread cuts could miss them, and one publishes. */
const FROM_END_BYTES = [1, 300, 700, 1200, 2000]

/** Spreads cuts over the bytes of publications, in both directions. */
export const spreadCuts = (publications: Publication[], pieces: number, verb: string): Cut[] =>
  publications.flatMap(publication =>
    DIRECTIONS.flatMap(direction => {
      const name = (place: string) =>
        `${publication.network} ${publication.media}${publication.fault ? ` that is ${publication.fault.kind}` : ''}: ${verb} ${place} of the ${direction}s`
      return [
        ...Array.from({ length: pieces }, (_, piece) => ({
          ...publication,
          direction,
          place: { share: (piece + 0.5) / pieces },
          name: name(`in piece ${piece + 1} of ${pieces}`),
        })),
        ...FROM_END_BYTES.map(fromEnd => ({
          ...publication,
          direction,
          place: { fromEnd },
          name: name(`${fromEnd} bytes before the end`),
        })),
      ]
    }),
  )

export const byteOf = (place: Place, bytes: number) =>
  'share' in place ? Math.floor(bytes * place.share) : Math.max(0, bytes - place.fromEnd)

export const CUTS = [...spreadCuts(PUBLICATIONS, 12, 'cut'), ...spreadCuts(FAULTY_PUBLICATIONS, 4, 'cut')]

/** Maximum number of publications, after the undisturbed one, before `runCut` gives up. */
const MAX_PUBLICATIONS = 4

/**
 * Publishes once undisturbed to count the bytes, and then with a cut. Some publications make one request fewer than others, so
 * the cut may lie beyond their end. `runCut` repeats with the byte count of the previous publication, until the cut hits.
 * @returns violations of the promise
 */
export async function runCut({ name, network, media, direction, place, fault }: Cut): Promise<Violation[]> {
  const proxy = await startFaultProxy()
  const app = await publishingApp({
    networks: [network],
    env: throughProxy(proxy),
    onSandbox: ({ url }) => proxy.aimAt(url),
  })
  const publish = async (message: string) => {
    await ageTokens(app)
    return app.accept({ platforms: [{ platform: network, message }], media: await mediaOf(media) })
  }
  proxy.startCounting()
  const undisturbed = await publish('Undisturbed')
  await settle(app, undisturbed, network)

  for (let publications = 1; publications <= MAX_PUBLICATIONS; publications++) {
    if (fault) await app.fault({ provider: network, operation: fault.operation, kind: fault.kind })
    void proxy.breakAt({ direction, afterBytes: byteOf(place, proxy.passed()[direction]) })
    const message = `${name}, ${publications}`
    const postId = await publish(message)
    const delivery = await settle(app, postId, network)
    const violations = await findViolations(app, delivery, {
      postId,
      message,
      ends: fault?.ends ?? 'published',
    })
    // A cut near the end may miss, because the last bytes differ between publications.
    if (proxy.isBroken() || 'fromEnd' in place || violations.length > 0) return violations
  }
  return ['nothing was cut']
}
