import { isAllowed, type Role } from '#shared/businesses/permissions.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { APPROVAL_MESSAGES } from './approvals.ts'
import { CHANGEABLE_STATES, type DeliveryState, HELD_UNAPPROVED, REVIEW_STATES } from './posts.ts'

/** The fields of a delivery on which the rules depend. */
type Part = { state: DeliveryState; reasonCode?: string }
type Parts = readonly Part[]
export type ChangeError = { code: 'forbidden' | 'conflict'; message: string }

const conflict = (message: string): ChangeError => ({ code: 'conflict', message })

const changeable: readonly DeliveryState[] = CHANGEABLE_STATES
const notBegun: readonly DeliveryState[] = ['draft', ...REVIEW_STATES, 'scheduled']

/** Returns true for a delivery that may still be changed. */
export const isChangeable = ({ state }: Part): boolean => changeable.includes(state)

/** Returns true if a delivery hasn't gone out yet, so that the post's approval still matters. */
export const isUndelivered = (deliveries: Parts): boolean => deliveries.some(isChangeable)

/** Returns true for an uncancelled post that no network is publishing or has published. */
export const isNotStarted = (deliveries: Parts): boolean =>
  deliveries.some(isChangeable) && deliveries.every(one => isChangeable(one) || isCanceled(one))

/** Returns true for a delivery that waits for its author, who may try again. */
export const mayRetry = ({ state }: Part): boolean => state === 'held' || state === 'failed'

export const isCanceled = ({ state }: Part): boolean => state === 'canceled'

/** Returns true for a delivery that waits for an approval, or was held for lack of one. */
export const awaitsApproval = ({ state, reasonCode = '' }: Part): boolean =>
  REVIEW_STATES.includes(state) || (state === 'held' && HELD_UNAPPROVED.includes(reasonCode))

/** Returns true if all uncancelled deliveries await approval: their author may change them without permission to publish. */
export function isChangeableByAuthor(deliveries: Parts): boolean {
  const kept = deliveries.filter(delivery => !isCanceled(delivery))
  return kept.length > 0 && kept.every(awaitsApproval)
}

type OwnedPost = { isOwn?: boolean | undefined; deliveries: Parts }

/** Returns why an author may not change a post; undefined if they may. */
export function authorError({ isOwn, deliveries }: OwnedPost): ChangeError | undefined {
  if (!isOwn) return { code: 'forbidden', message: APPROVAL_MESSAGES.othersPost }
  return isChangeableByAuthor(deliveries) ? undefined : conflict(APPROVAL_MESSAGES.approvedBefore)
}

/** Returns true if a member may edit, move and cancel a post. Members who may publish may change any post. */
export const mayChange = (role: Role, post: OwnedPost): boolean =>
  isAllowed(role, 'publish')
    ? post.deliveries.some(isChangeable)
    : isAllowed(role, 'write') && !authorError(post)

/** Returns the error for a post that can't be edited, moved or cancelled any more. */
export const tooLateError = (deliveries: Parts): ChangeError =>
  conflict(
    deliveries.length > 0 && deliveries.every(isCanceled)
      ? 'This post was cancelled, so it can’t be changed any more.'
      : 'This post is being published or already is, so it can’t be changed any more.',
  )

/** Returns the error for a post without failed or held deliveries. */
export const nothingToRetryError = (deliveries: Parts): ChangeError =>
  deliveries.some(({ state }) => notBegun.includes(state))
    ? conflict('This post is still scheduled, so there is nothing to try again.')
    : tooLateError(deliveries)

/** Returns the error for a post that can't become a draft, because it is or may be public on this network. */
export function alreadyStartedError({ network, state }: Part & { network: NetworkId }): ChangeError {
  const { name } = networks[network]
  if (state === 'published') return conflict(`This post is already on ${name}, so it can’t become a draft.`)
  return state === 'publishing'
    ? conflict(`This post is on its way to ${name}, so it can’t be cancelled any more.`)
    : conflict(`This post may already be on ${name}, so it can’t become a draft.`)
}

/** Returns the error for a cancellation that can't be undone. */
export const cannotRestoreError = (deliveries: Parts): ChangeError =>
  conflict(
    deliveries.every(isCanceled)
      ? 'It’s too late to undo this: the draft was changed or sent, or an hour has passed.'
      : 'This post isn’t cancelled.',
  )

export const RESTORED = 'This post is back on its schedule, so its draft can’t be sent as well.'
