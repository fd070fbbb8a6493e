import { $identity } from '#site/dashboard/composer/draft/draft.ts'
import { shownDomainId } from '#site/lib/api/shown-domain.ts'
import { type Outgoing, postData, scheduledTime } from './post-form.ts'

/**
 * Returns the idempotency key: equal for the same draft, content and business, in every window and after a reload, so that
 * resending after a lost connection can't publish twice.
 */
export function idempotencyKey(outgoing: Outgoing): string {
  const post = { ...outgoing, draftId: undefined, submit: false }
  const whole = [postData(post), scheduledTime(post.draft), shownDomainId()]
  return `${$identity.get().id}-${hash(JSON.stringify(whole))}`
}

/** Hashes to 53 bits by cyrb53, enough to distinguish versions of one draft. `crypto.subtle` would need https. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
