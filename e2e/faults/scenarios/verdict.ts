import { notifications } from '#api/db/schema/notifications.ts'
import type { PublishingApp } from '#api/test/publishing.ts'
import { networks } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { addVerdict } from '../tally.ts'
import type { Ending } from './scenario.ts'

export type Violation = string

type Expected = { postId: string; message: string; ends: Ending }

/** Compares what the provider shows, what the product says of it, and what the author was told. */
export async function check(
  app: Pick<PublishingApp, 'published' | 'mails' | 'ctx'>,
  delivery: Delivery,
  { postId, message, ends }: Expected,
): Promise<Violation[]> {
  const { state, reasonCode, reason } = delivery
  const shown = (await app.published()).filter(post => post.message === message).length
  const said = `${state}${reasonCode && ` (${reasonCode}: ${reason})`}`
  const violations = [
    ...(shown > 1 ? [`published ${shown} times`] : []),
    ...(state === ends ? [] : [`is ${said}, should be ${ends}`]),
    ...(state === 'published' && shown === 0 ? ['says published, and the provider shows nothing'] : []),
    ...(shown > 0 && deniesIt(delivery) ? [`says ${said}, and the provider shows it`] : []),
    ...(state !== 'published' && reason === '' ? [`is ${state} without a reason`] : []),
    ...(await told(app, delivery, postId)),
  ]
  addVerdict(violations)
  return violations
}

/** Held and failed say that nothing is out, unless they say that nobody can tell. */
const deniesIt = (delivery: Delivery) =>
  (delivery.state === 'held' || delivery.state === 'failed') && !isUncertain(delivery)

/** Says that nobody can tell whether it is out. */
export const isUncertain = ({ reason }: Delivery) => /whether/.test(reason)

const OUTCOMES: Record<Ending, (network: string) => string> = {
  published: network => `Published on ${network}`,
  held: network => `Your ${network} post is waiting for you`,
  failed: network => `Not published on ${network}`,
}

/** What the last outcome is told as: of an account that signed us out once, and not of each of its posts. */
function noticeOf({ state, reasonCode, network, reason }: Delivery, postId: string) {
  const { name } = networks[network]
  const link = `/dashboard/view-post?post=${postId}`
  if (reasonCode === 'needs_reconnect')
    return { start: `${name} signed us out of `, link: '/dashboard/social-hub', says: 'Reconnect' }
  if (reasonCode === 'never_confirmed') return { start: `Perhaps published on ${name}`, link, says: reason }
  return {
    start: OUTCOMES[state as Ending]?.(name) ?? `no outcome: ${state}`,
    link,
    says: state === 'published' ? '' : reason,
  }
}

/** The last outcome is in the dashboard and in the mail once, with its reason and a link to what can be done. */
async function told(
  app: Pick<PublishingApp, 'mails' | 'ctx'>,
  delivery: Delivery,
  postId: string,
): Promise<Violation[]> {
  const { start, link, says } = noticeOf(delivery, postId)
  const notices = (await app.ctx.db.select().from(notifications)).filter(
    notice => notice.title.startsWith(start) && notice.link === link,
  )
  const mails = (await app.mails()).filter(
    ({ subject, text }) => subject.startsWith(start) && text.includes(link),
  )
  const texts = [
    ...notices.map(({ message }) => message),
    ...mails.map(({ text }) => text.replace(/\s+/g, ' ')),
  ]
  return [
    ...(notices.length === 1 ? [] : [`${notices.length} notifications say “${start}” and lead to ${link}`]),
    ...(mails.length === 1 ? [] : [`${mails.length} mails say “${start}” and lead to ${link}`]),
    ...(texts.every(text => text.includes(says)) ? [] : ['what the author was told lacks the reason']),
  ]
}
