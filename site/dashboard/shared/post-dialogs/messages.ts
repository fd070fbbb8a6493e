import { atom, onMount } from 'nanostores'

import { needsNoApproval } from '#shared/posts/approvals.ts'
import { isPlanned, type Post } from '#shared/posts/posts.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { excerpt, NO_MESSAGE, withoutMarks } from '#shared/text/graphemes.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'

const EXCERPT_LENGTH = 60
/** Longer than two lines of any list, so that CSS cuts the text where the line ends. */
export const LIST_EXCERPT = 120

export const withoutGaps = (message: string) => message.trim().replaceAll(/\n\s*\n/g, '\n')

/** Returns the beginning of a message in one line. */
export const excerptOf = (message: string, length = EXCERPT_LENGTH): string =>
  excerpt(withoutMarks(message), length) || NO_MESSAGE

/** Returns the time of the next due delivery or, if all are out, of the post. */
export const dueAt = ({ deliveries, publishAt }: Post): string =>
  deliveries
    .filter(isPlanned)
    .map(delivery => delivery.publishAt)
    .toSorted()[0] ?? publishAt

/** Returns 'Was due Mon 30 Nov, 9:30 pm, not published because …'; undefined unless a delivery missed its time. */
export function missedLine(deliveries: Parameters<typeof missedOf>[0], zone: string): string | undefined {
  const missed = missedOf(deliveries, new Date())
  return missed && `Was due ${formatDueIn(zone, missed.at)}, ${missed.why}`
}

export const ONCE_APPROVED = 'Once approved'

/** Returns true if the post's time had passed when it was sent for approval. */
export const goesOutWhenApproved = ({ approval }: Pick<Post, 'approval'>): boolean =>
  approval !== undefined && approval.whenApproved && !needsNoApproval(approval.state)

export const approvalEnds = (approver: string | null) =>
  `${approver ?? 'Somebody'} approved this. If you change it, that approval ends and the post waits for approval again.`

const TICK_MS = 30_000

/** Ticks while shown, so that 'in 5 minutes' stays true. */
export const $now = atom(new Date())

onMount($now, () => {
  $now.set(new Date())
  const timer = setInterval(() => $now.set(new Date()), TICK_MS)
  return () => clearInterval(timer)
})
