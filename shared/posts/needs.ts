import { isToRetry } from './changes.ts'
import { ANOTHER_ACCOUNT, APPROVAL_MISSED, type Delivery, NEVER_CONFIRMED, NOT_APPROVED } from './posts.ts'

/** Reason codes of held posts that go out without their author, once an account is connected again or a deletion is cancelled. */
const WAITS_FOR_OTHERS: readonly string[] = ['needs_reconnect', 'disconnected', 'leaving']

/** Reasons that only require a new time, because the post itself is fine. */
const NEEDS_TIME: readonly string[] = ['late', 'restored', APPROVAL_MISSED]

/** Returns true for a delivery that is on hold or wasn't published, and waits for a person to do something about it. */
export const needsAuthor = (delivery: Pick<Delivery, 'state' | 'reasonCode'>): boolean =>
  isToRetry(delivery) && !WAITS_FOR_OTHERS.includes(delivery.reasonCode)

/** `check`: it may be public. `decide`: its reason says what to look at first. `review`: it lacks an approval. */
export type Repair = 'check' | 'decide' | 'review' | 'reschedule' | 'edit' | 'retry'

type Stuck = Pick<Delivery, 'state' | 'reasonCode' | 'writtenFor' | 'needsEdit' | 'needsCheck'>

/** Returns what mends a post, undefined if nothing does. Where its networks need different things, the most careful one counts. */
export function repairOf(deliveries: readonly Stuck[]): Repair | undefined {
  const stuck = deliveries.filter(needsAuthor)
  const codes = stuck.map(({ reasonCode }) => reasonCode)
  if (stuck.length === 0) return undefined
  if (codes.includes(NEVER_CONFIRMED)) return 'check'
  if (codes.includes(ANOTHER_ACCOUNT) || stuck.some(({ writtenFor }) => writtenFor !== undefined))
    return 'decide'
  if (codes.includes(NOT_APPROVED)) return 'review'
  if (codes.every(code => NEEDS_TIME.includes(code))) return 'reschedule'
  if (stuck.some(({ needsEdit }) => needsEdit)) return 'edit'
  return stuck.some(({ state, needsCheck }) => state === 'held' || needsCheck) ? 'decide' : 'retry'
}
