import { type NetworkId, networks } from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import { commentProblem } from '#shared/posts/first-comments.ts'
import { type LinkTags, tagLinks } from '#shared/posts/link-tags.ts'
import { NOT_CONNECTED, POST_MESSAGES, SCHEDULE_GRACE_SECONDS } from '#shared/posts/posts.ts'
import type { MediaProblem } from '#site/dashboard/composer/media/problems.ts'
import type { Accounts } from './accounts.ts'
import { commentFor, type Draft, messageFor } from './draft.ts'
import type { DraftField } from './errors.ts'

export type Problem = { field: DraftField; message: string }

type CheckInput = {
  draft: Draft
  enabled: readonly NetworkId[]
  connected: Accounts
  /** Networks of the edited post. They need no connected account, because the post can wait for one. */
  alreadyFor: readonly NetworkId[]
  files: number
  positions: Record<NetworkId, number[]>
  /** Tags that links get, which count towards a message's length. */
  linkTags: LinkTags | null
  /** Files that networks would reject or convert. */
  rejecting: readonly MediaProblem[]
  now: Date
}

/** Returns the first failing check, in the specification's order. */
export function checkDraft({
  draft,
  enabled,
  connected,
  alreadyFor,
  files,
  positions,
  linkTags,
  rejecting,
  now,
}: CheckInput): Problem | undefined {
  if (enabled.length === 0) return { field: 'platforms', message: POST_MESSAGES.noPlatform }
  return (
    missingMessage(draft, enabled) ??
    missingAccount(
      enabled.filter(network => !alreadyFor.includes(network)),
      connected,
    ) ??
    (files === 0 && !draft.textOnly ? { field: 'media', message: POST_MESSAGES.noMedia } : undefined) ??
    missingMedia(enabled, positions, files) ??
    rejectedMedia(rejecting) ??
    unfitMessage(draft, enabled, linkTags) ??
    unfitComment(draft, enabled, linkTags) ??
    unfitTime(draft, now)
  )
}

function missingMessage(draft: Draft, enabled: readonly NetworkId[]): Problem | undefined {
  const network = enabled.find(each => messageFor(draft, each).trim() === '')
  if (!network) return undefined
  return draft.sameMessage
    ? { field: 'message', message: POST_MESSAGES.noMessage }
    : { field: network, message: POST_MESSAGES.noMessageFor(networks[network].name) }
}

function missingAccount(enabled: readonly NetworkId[], connected: Accounts): Problem | undefined {
  const network = enabled.find(each => !connected[each])
  return network && { field: 'platforms', message: NOT_CONNECTED[network] }
}

function missingMedia(
  enabled: readonly NetworkId[],
  positions: Record<NetworkId, number[]>,
  files: number,
): Problem | undefined {
  const network = enabled.find(
    each => positions[each].length === 0 && (files > 0 || networks[each].needsMedia),
  )
  return network && { field: 'media', message: POST_MESSAGES.noPictureFor(networks[network].name) }
}

function rejectedMedia(rejecting: readonly MediaProblem[]): Problem | undefined {
  const found = rejecting.find(({ rejectedBy }) => rejectedBy.length > 0)
  return found && { field: 'media', message: found.message }
}

function unfitMessage(
  draft: Draft,
  enabled: readonly NetworkId[],
  linkTags: LinkTags | null,
): Problem | undefined {
  const problems = enabled.flatMap(network => {
    const message = messageProblem(network, tagLinks(messageFor(draft, network), network, linkTags))
    return message ? [{ network, message }] : []
  })
  const [first] = problems
  if (!first) return undefined
  const message = problems.map(problem => problem.message).join(' ')
  return { field: draft.sameMessage ? 'message' : first.network, message }
}

function unfitComment(
  draft: Draft,
  enabled: readonly NetworkId[],
  linkTags: LinkTags | null,
): Problem | undefined {
  for (const network of enabled) {
    const message = commentProblem(network, tagLinks(commentFor(draft, network), network, linkTags))
    if (message) return { field: 'firstComment', message }
  }
  return undefined
}

function unfitTime({ isScheduled, publishAt, slot }: Draft, now: Date): Problem | undefined {
  if (!isScheduled || slot) return undefined
  if (!publishAt) return { field: 'scheduledTime', message: POST_MESSAGES.noTime }
  return +publishAt < +now - SCHEDULE_GRACE_SECONDS * 1000
    ? { field: 'scheduledTime', message: POST_MESSAGES.pastTime }
    : undefined
}
