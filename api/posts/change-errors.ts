import { DomainError } from '#api/errors.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'

const WAITING: readonly DeliveryState[] = ['draft', 'in_review', 'changes_requested', 'scheduled']

const conflict = (message: string) => new DomainError('conflict', message)

/** Returns the error for a post that can't be edited, moved or cancelled any more. */
export const tooLate = (states: readonly DeliveryState[]) =>
  conflict(
    states.length > 0 && states.every(state => state === 'canceled')
      ? 'This post was cancelled, so it can’t be changed any more.'
      : 'This post is being published or already is, so it can’t be changed any more.',
  )

/** Returns the error for a post without failed or held deliveries. */
export const nothingToRetry = (states: readonly DeliveryState[]) =>
  states.some(state => WAITING.includes(state))
    ? conflict('This post is still scheduled, so there is nothing to try again.')
    : tooLate(states)

/** Returns the error for a post that can't become a draft, because it is or may be public on one of its networks. */
export const alreadyBegun = (network: NetworkId, state: DeliveryState) => {
  const { name } = networks[network]
  if (state === 'published') return conflict(`This post is already on ${name}, so it can’t become a draft.`)
  return state === 'publishing'
    ? conflict(`This post is on its way to ${name}, so it can’t be cancelled any more.`)
    : conflict(`This post may already be on ${name}, so it can’t become a draft.`)
}

export const RESTORED = 'This post is back on its schedule, so its draft can’t be sent as well.'

/** Returns the error for a cancellation that can't be undone. */
export const cannotRestore = (states: readonly DeliveryState[]) =>
  conflict(
    states.some(state => state !== 'canceled')
      ? 'This post isn’t cancelled.'
      : 'It’s too late to undo this: the draft was changed or sent, or an hour has passed.',
  )
