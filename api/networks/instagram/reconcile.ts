import { absenceCounts, isOfCall } from '#api/networks/core/call-time.ts'
import {
  type IntentLog,
  NetworkError,
  type Publication,
  type Published,
  type Reconciliation,
  type UnansweredCall,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { type InstagramApp, signed } from './app.ts'
import { forgetContainers, readContainer } from './containers.ts'
import { mediaSince } from './media.ts'

/** Instagram may still be processing the publishing call, so until then the state FINISHED proves nothing. */
const ABSENT_AFTER_MS = 20_000

/**
 * Reconciles by the container's state: PUBLISHED is live, FINISHED can still be published, and the others must be created
 * again (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-container).
 */
export async function reconcileContainer(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const known = unanswered.intent.containerId ?? intentLog.recall('container', Infinity)?.id
  if (typeof known !== 'string') return reconcileLost(app, publication, intentLog, unanswered)
  const { status_code: state } = await readContainer(app, publication, intentLog, known).catch(error => {
    if (unanswered.lost && isUnknownContainer(error)) return { status_code: 'EXPIRED' as const }
    throw error
  })
  if (state !== 'PUBLISHED' && unanswered.lost) return reconcileLost(app, publication, intentLog, unanswered)
  switch (state) {
    case 'PUBLISHED':
      return {
        state: 'published',
        published: (await claimMedia(app, publication, intentLog, unanswered)) ?? {
          externalId: known,
        },
      }
    case 'ERROR':
    case 'EXPIRED':
      await forgetContainers(publication, intentLog)
      return { state: 'absent' }
    case 'FINISHED':
      return absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS)
        ? { state: 'absent' }
        : { state: 'unknown', why: 'It has not confirmed it yet.' }
    case 'IN_PROGRESS':
      return { state: 'unknown', why: 'It is still processing the post.' }
  }
}

/** True if Instagram no longer knows a container; its post still shows on the account. */
const isUnknownContainer = (error: unknown) => error instanceof NetworkError && error.kind === 'permanent'

/** A call whose intent was lost may have published a container that the database doesn't know. */
async function reconcileLost(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const published = await claimMedia(app, publication, intentLog, unanswered)
  if (published) return { state: 'published', published }
  if (!absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS))
    return { state: 'unknown', why: 'The account does not show it yet.' }
  await forgetContainers(publication, intentLog)
  return { state: 'absent' }
}

/** Claims the first matching media that no other delivery has. */
async function claimMedia(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
) {
  const found = await findMedia(app, publication, intentLog, unanswered)
  const claimed = await intentLog.claim(found.map(({ externalId }) => externalId))
  return found.find(({ externalId }) => externalId === claimed)
}

/** Finds media that may be the published container, by caption and time, best match first; their ids differ. */
export async function findMedia(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
): Promise<Published[]> {
  const recent = await readPosts({
    ...mediaSince(app, publication.accountId, unanswered.at),
    ...signed(publication, intentLog),
  })
  const distance = (timestamp: string) => Math.abs(Date.parse(timestamp) - +unanswered.at)
  return recent
    .filter(
      ({ caption, timestamp }) =>
        isSameText(caption, unanswered.intent.caption ?? publication.message) &&
        (!unanswered.lost || isOfCall(Date.parse(timestamp), unanswered)),
    )
    .toSorted((left, right) => distance(left.timestamp) - distance(right.timestamp))
    .map(({ id, permalink }) => ({ externalId: id, ...(permalink && { permalink }) }))
}
