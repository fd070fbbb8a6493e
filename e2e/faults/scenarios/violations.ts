import { notifications } from '#api/db/schema/people/notifications.ts'
import type { Ending } from '#api/test/networks/network-tests.ts'
import type { PublishingApp } from '#api/test/publishing.ts'
import { networks } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { addPost } from '../tally.ts'

export type Violation = string

type Expected = { postId: string; message: string; ends: Ending }

/** Compares the provider, the product's state and the author's notifications. */
export async function findViolations(
  app: Pick<PublishingApp, 'published' | 'mails' | 'ctx'>,
  delivery: Delivery,
  { postId, message, ends }: Expected,
): Promise<Violation[]> {
  const { state, reasonCode, reason } = delivery
  const shown = (await app.published()).filter(post => post.message === message).length
  const outcome = `${state}${reasonCode && ` (${reasonCode}: ${reason})`}`
  const violations = [
    ...(shown > 1 ? [`published ${shown} times`] : []),
    ...(state === ends ? [] : [`is ${outcome}, should be ${ends}`]),
    ...(state === 'published' && shown === 0 ? ['says published, and the provider shows nothing'] : []),
    ...(shown > 0 && reportsNotPublic(delivery) ? [`says ${outcome}, and the provider shows it`] : []),
    ...(state !== 'published' && reason === '' ? [`is ${state} without a reason`] : []),
    ...(await noticeViolations(app, delivery, postId)),
  ]
  addPost(violations)
  return violations
}

/** Returns true if the state says that nothing is public. Held and failed do, unless their reason calls the outcome unconfirmed. */
const reportsNotPublic = (delivery: Delivery) =>
  (delivery.state === 'held' || delivery.state === 'failed') && !isUncertain(delivery)

/** True if the reason says that the outcome is unconfirmed. */
export const isUncertain = ({ reason }: Delivery) => /whether/.test(reason)

const OUTCOMES: Record<Ending, (network: string) => string> = {
  published: network => `Published on ${network}`,
  held: network => `Your ${network} post is waiting for you`,
  failed: network => `Not published on ${network}`,
}

/** Matches notifications that the network ended our sign-in, or no longer grants permission to publish. */
const LOST_ACCESS = /^.+ (?:signed us out of|says we may not publish to) /

/** Returns the expected notification of the last outcome. Lost access is reported once per account, not per post. */
function noticeOf({ state, reasonCode, network, reason }: Delivery, postId: string) {
  const { name } = networks[network]
  const link = `/dashboard/view-post?post=${postId}`
  if (reasonCode === 'needs_reconnect')
    return {
      start: LOST_ACCESS.exec(reason)?.[0] ?? `no lost access: ${reason}`,
      link: '/dashboard/social-hub',
      says: 'Reconnect',
    }
  if (reasonCode === 'never_confirmed') return { start: `Possibly published on ${name}`, link, says: reason }
  return {
    start: OUTCOMES[state as Ending]?.(name) ?? `no outcome: ${state}`,
    link,
    says: state === 'published' ? '' : reason,
  }
}

/** Expects one notification and one mail for the last outcome, with its reason and link. */
async function noticeViolations(
  app: Pick<PublishingApp, 'mails' | 'ctx'>,
  delivery: Delivery,
  postId: string,
): Promise<Violation[]> {
  const { start, link, says } = noticeOf(delivery, postId)
  const notices = (await app.ctx.db.select().from(notifications)).filter(
    notice => notice.title.startsWith(start) && notice.link === link,
  )
  const arrived = (await app.mails()).filter(
    ({ subject, text }) => subject.startsWith(start) && text.includes(link),
  )
  // SMTP has no transaction, so a killed process's mail may arrive again with the same Message-ID.
  const mails = [...new Map(arrived.map(mail => [mail.messageId, mail])).values()]
  const texts = [
    ...notices.map(({ message }) => message),
    ...mails.map(({ text }) => text.replace(/\s+/g, ' ')),
  ]
  return [
    ...(notices.length === 1 ? [] : [`${notices.length} notifications say “${start}” and lead to ${link}`]),
    ...(mails.length === 1 ? [] : [`${mails.length} mails say “${start}” and lead to ${link}`]),
    ...(texts.every(text => text.includes(says)) ? [] : ['the author’s notification lacks the reason']),
  ]
}
