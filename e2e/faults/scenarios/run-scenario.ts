import { inArray } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { clip, picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { NO_EXTRAS, type PostExtras, type PostKind } from '#shared/posts/extras.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { findViolations, type Violation } from './violations.ts'

const TEN_MINUTES = 10 * 60_000
/** Size that Facebook requests in three chunks. */
const LONG_CLIP_BYTES = 25 * 1024 * 1024

/** Runs a scenario from an empty database to its end. @returns violations of the promise */
export async function runScenario(scenario: Scenario): Promise<Violation[]> {
  const { network } = scenario
  const app = await publishingApp({ networks: [] })
  const { person } = await app.connectAs[network](app.author)
  await ageTokens(app)
  for (const fault of scenario.faults) await app.fault(fault)
  const postId = await app.accept({
    message: scenario.name,
    platforms: [{ platform: network, message: scenario.name, ...extrasOf(scenario) }],
    media: await mediaOf(scenario.media),
  })

  await (scenario.silence ? keepWaiting(app, scenario.silence) : app.run())
  if (scenario.clearsAfterFirstAttempt) await app.clearFaults()
  for (const fault of scenario.later ?? []) await app.fault(fault)
  const violations = await settleAndCheck(scenario.ends)

  // If the author publishes a held or failed post again, it must appear once.
  if (scenario.ends === 'published' || (await isSeen())) return violations
  await app.clearFaults()
  if (scenario.ends === 'held' && !(await isLate())) await app.connectAs[network](app.author, person)
  else await app.call(`posts/${postId}/retry`, { json: {} })
  return [...violations, ...(await settleAndCheck('published'))]

  /** Returns true if the post waits for its author's decision, and not for an account. */
  async function isLate() {
    return (await app.delivery(postId, network)).reasonCode === 'late'
  }

  /** Returns true if the network shows the post, which the author of an unconfirmed post checks first. */
  async function isSeen() {
    const { reasonCode } = await app.delivery(postId, network)
    return reasonCode === 'never_confirmed' && (await app.published()).length > 0
  }

  async function settleAndCheck(ends: Scenario['ends']) {
    const delivery = await settle(app, postId, network)
    return findViolations(app, delivery, {
      postId,
      // A story has no text.
      message: scenario.isStory ? '' : scenario.name,
      ends,
    })
  }
}

const EVENT = {
  ...NO_EXTRAS,
  title: 'Open day',
  start: '2099-12-24T09:00',
  end: '2099-12-24T17:30',
}
/** Posts of each kind. An update without a button has no fields. */
const EXTRAS: Record<Exclude<PostKind, 'story'>, PostExtras[]> = {
  update: [],
  event: [
    { ...EVENT, kind: 'event', button: 'CALL' },
    { ...EVENT, kind: 'event', recurrence: { every: 'week', weekdays: [4], until: '2100-06-30' } },
  ],
  offer: [{ ...EVENT, kind: 'offer', coupon: 'SPRING' }],
  article: [
    {
      ...NO_EXTRAS,
      kind: 'article',
      title: 'Open day',
      article: { excerpt: 'Come and see', categories: ['News'], tags: ['Plumbing', 'Open & free'] },
    },
  ],
}
const STORY = { ...NO_EXTRAS, kind: 'story' } as const
const PEOPLE = { collaborators: ['joe_b'], tags: [] }
const PLACE = { id: '7640348500', name: 'Solomon R. Guggenheim Museum', address: 'New York' }

/** Returns no fields, then each of those that the network declares. */
function everyExtras(network: NetworkId): (PostExtras | null)[] {
  const { kinds, people, takesPlace } = networks[network]
  const inCompany = { ...NO_EXTRAS, ...(people && { people: PEOPLE }), ...(takesPlace && { place: PLACE }) }
  return [
    null,
    ...kinds.flatMap(kind => (kind === 'story' ? [] : EXTRAS[kind])),
    ...(people || takesPlace ? [inCompany] : []),
  ]
}

/** Lets the scenarios of a network with fields of its own have them in turn, by the lengths of their names. */
function extrasOf({ network, name, isStory }: Scenario) {
  if (isStory) return { extras: STORY }
  const every = everyExtras(network)
  return every.length > 1 ? { extras: every[name.length % every.length] ?? null } : {}
}

/** Expires access tokens that last for hours, so that the next call renews them first. */
export const ageTokens = ({ ctx }: Pick<PublishingApp, 'ctx'>) =>
  ctx.db
    .update(accounts)
    .set({ tokenExpiresAt: new Date(0) })
    .where(
      inArray(
        accounts.network,
        NETWORK_IDS.filter(id => ctx.networks[id].account.renewal?.before === 'call'),
      ),
    )

/** Withholds the response from the first process for ten minutes, while another process continues its work. */
async function keepWaiting(app: PublishingApp, then: 'go-on' | 'cut') {
  const waiting = app.run()
  while ((await app.world<unknown[]>('silences')).length === 0) await Bun.sleep(1)
  app.clock.advance(TEN_MINUTES)
  const other = createEngine(app.ctx)
  await other.tick()
  await other.idle()
  await app.world('silences', { then })
  await waiting
  await other.stop()
}

export const mediaOf = async (media: Scenario['media']) => {
  if (media === 'clip') return [await clip()]
  if (media === 'long clip') return [await clip(LONG_CLIP_BYTES)]
  if (media === 'carousel') return [await picture('red'), await clip(), await picture('navy')]
  return media === 'picture' ? [await picture('red')] : [await picture('red'), await picture('navy')]
}
