import { DomainError } from '#api/errors.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'

const WAITING: readonly DeliveryState[] = ['draft', 'scheduled']

const conflict = (message: string) => new DomainError('conflict', message)

/** Returns the error for a post that can't be edited, moved or cancelled any more. */
export const tooLate = (states: readonly DeliveryState[]) =>
  conflict(
    states.length > 0 && states.every(state => state === 'canceled')
      ? 'This post was cancelled, so it can’t be changed any more.'
      : 'This post is being published or is out already, so it can’t be changed any more.',
  )

/** Returns the error for a post without failed or held deliveries. */
export const nothingToRetry = (states: readonly DeliveryState[]) =>
  states.some(state => WAITING.includes(state))
    ? conflict('This post goes out at its time: there is nothing to try again.')
    : tooLate(states)
