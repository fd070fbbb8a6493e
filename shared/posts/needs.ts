import { awaitsApproval, isToRetry } from './changes.ts'
import { ANOTHER_ACCOUNT, APPROVAL_MISSED, type Delivery, NEVER_CONFIRMED, NOT_APPROVED } from './posts.ts'

/** Reason codes of deliveries that go out without their author, once an account is connected again. */
const NEEDS_ACCOUNT: readonly string[] = ['needs_reconnect', 'disconnected']

/** Reason codes of held posts that go out without their author, also once a deletion is cancelled. */
const WAITS_FOR_OTHERS: readonly string[] = [...NEEDS_ACCOUNT, 'leaving']

/** Reasons that only require a new time, because the post itself is fine. */
const NEEDS_TIME: readonly string[] = ['late', 'restored', APPROVAL_MISSED]

type Held = Pick<Delivery, 'state'> & Partial<Pick<Delivery, 'reasonCode'>>

/** Returns true for a delivery that is on hold or wasn't published, and waits for a person to do something about it. */
export const needsAuthor = (delivery: Pick<Delivery, 'state' | 'reasonCode'>): boolean =>
  isToRetry(delivery) && !WAITS_FOR_OTHERS.includes(delivery.reasonCode)

/** True while a delivery is held because its time passed before the post was approved. */
export const needsTime = (deliveries: readonly Held[]): boolean =>
  deliveries.some(({ state, reasonCode }) => state === 'held' && reasonCode === APPROVAL_MISSED)

/** Returns true for a delivery that goes out once its account is connected again. */
export const needsAccount = ({ reasonCode = '', ...delivery }: Held): boolean =>
  isToRetry(delivery) && NEEDS_ACCOUNT.includes(reasonCode)

/** True while a delivery is held for lack of an approval that nobody was asked for. */
export const needsRequest = (deliveries: readonly Held[]): boolean =>
  deliveries.some(({ state, reasonCode }) => state === 'held' && reasonCode === NOT_APPROVED)

/** Returns true for a delivery that may be sent as it is. One without its approval waits for that. */
export const maySend = (delivery: Held): boolean =>
  isToRetry(delivery) && !needsAccount(delivery) && !awaitsApproval(delivery)

/**
 * `check`: the post may be public. `decide`: its reason says what to check first. `review`: it lacks an approval. `reconnect`:
 * its account signed us out.
 */
export type Repair = 'check' | 'decide' | 'review' | 'reschedule' | 'edit' | 'retry' | 'reconnect'

type Stuck = Pick<Delivery, 'state' | 'reasonCode' | 'writtenFor' | 'needsEdit' | 'needsCheck'>

/** Returns the way to repair a post, or undefined. If its networks need different repairs, returns the most careful one. */
export function repairOf(deliveries: readonly Stuck[]): Repair | undefined {
  const stuck = deliveries.filter(needsAuthor)
  const codes = stuck.map(({ reasonCode }) => reasonCode)
  if (stuck.length === 0) return deliveries.some(needsAccount) ? 'reconnect' : undefined
  if (codes.includes(NEVER_CONFIRMED)) return 'check'
  if (codes.includes(ANOTHER_ACCOUNT) || stuck.some(({ writtenFor }) => writtenFor !== undefined))
    return 'decide'
  if (needsRequest(stuck)) return 'review'
  if (codes.every(code => NEEDS_TIME.includes(code))) return 'reschedule'
  if (stuck.some(({ needsEdit }) => needsEdit)) return 'edit'
  return stuck.some(({ state, needsCheck }) => state === 'held' || needsCheck) ? 'decide' : 'retry'
}
