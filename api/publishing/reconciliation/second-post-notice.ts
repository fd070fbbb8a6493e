import { exists } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, type WrittenOffCall, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { linkTo } from '#api/deliveries/link.ts'
import { accountMail } from '#api/mail/templates.ts'
import { noticeMailInsert, notificationInsert } from '#api/notifications/notifications.ts'
import { findRecipient, urlFor } from '#api/notifications/recipient.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { networks } from '#shared/networks.ts'
import { isUntouched } from './written-off-calls.ts'

/**
 * Returns the unexecuted statements that notify the author of a second post that we can't remove, if the call hasn't changed
 * since it was read.
 */
export async function secondPostNotices(ctx: Context, delivery: DeliveryRow, call: WrittenOffCall) {
  const { userId, network } = delivery
  const { name } = networks[network]
  const id = `second-post:${delivery.id}:${call.attempt}`
  const when = exists(
    ctx.db.select({ id: writtenOffCalls.deliveryId }).from(writtenOffCalls).where(isUntouched(call)),
  )
  const notice = {
    type: 'social' as const,
    tone: 'warning' as const,
    title: `On ${name} twice: please remove one`,
    message: `${name} published this post a second time, from a call that it had not answered, and we can’t remove the second one. Please remove it on ${name}.`,
    link: linkTo(delivery),
    domainId: delivery.domainId,
    forTeam: true as const,
  }
  const author = await findRecipient(ctx, delivery)
  const mail =
    author &&
    accountMail({
      to: author.email,
      ...(author.business && { business: author.business }),
      ...notice,
      action: { label: 'See the post', url: urlFor(ctx, delivery, notice.link) },
      unsubscribe: unsubscribeUrl(ctx, author.userId, 'notices'),
    })
  return [
    notificationInsert(ctx, { id, userId, ...notice }, when),
    ...(mail ? [noticeMailInsert(ctx, { id, userId: author.userId, mail, when })] : []),
  ] as const
}
