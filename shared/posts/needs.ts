import { awaitsApproval, mayRetry } from './changes.ts'
import { ANOTHER_ACCOUNT, APPROVAL_MISSED, type Delivery, NEVER_CONFIRMED, NOT_APPROVED } from './posts.ts'

/** Reason codes of deliveries that go out once an account is reconnected. */
const NEEDS_ACCOUNT: readonly string[] = ['needs_reconnect', 'disconnected']

/** Those, and of deliveries that go out once the deletion of their author's account is cancelled. */
const RESUMES_BY_ITSELF: readonly string[] = [...NEEDS_ACCOUNT, 'leaving']

/** Reason codes of deliveries that need nothing but a new time. */
const NEEDS_TIME: readonly string[] = ['late', 'restored', APPROVAL_MISSED]

type Held = Pick<Delivery, 'state'> & Partial<Pick<Delivery, 'reasonCode'>>

/** Returns true for a held or failed delivery that waits for a person's action. */
export const needsAuthor = (delivery: Pick<Delivery, 'state' | 'reasonCode'>): boolean =>
  mayRetry(delivery) && !RESUMES_BY_ITSELF.includes(delivery.reasonCode)

/** Returns true while a delivery is held because its time passed before the post was approved. */
export const needsTime = (deliveries: readonly Held[]): boolean =>
  deliveries.some(({ state, reasonCode }) => state === 'held' && reasonCode === APPROVAL_MISSED)

/** Returns true for a delivery that goes out once its account is connected again. */
export const needsAccount = ({ reasonCode = '', ...delivery }: Held): boolean =>
  mayRetry(delivery) && NEEDS_ACCOUNT.includes(reasonCode)

/** Returns true while a delivery is held for lack of an approval that nobody has requested. */
export const needsRequest = (deliveries: readonly Held[]): boolean =>
  deliveries.some(({ state, reasonCode }) => state === 'held' && reasonCode === NOT_APPROVED)

/** Returns true for a delivery that may be sent unchanged: its account is connected, and no approval is missing. */
export const maySend = (delivery: Held): boolean =>
  mayRetry(delivery) && !needsAccount(delivery) && !awaitsApproval(delivery)

/**
 * `check`: the post may be public. `decide`: the delivery's reason says what to check first. `review`: an approval is missing.
 * `reconnect`: its account signed us out.
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
