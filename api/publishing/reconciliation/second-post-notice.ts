import { exists } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, type WrittenOffCall, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import { accountMail } from '#api/mail/templates.ts'
import { linkTo, mailsOf } from '#api/notifications/mails.ts'
import { noticeMailInserts, notificationInsert } from '#api/notifications/notifications.ts'
import { networks } from '#shared/networks.ts'
import { isUntouched } from './written-off-calls.ts'

/**
 * Returns the unexecuted statements that notify the author of a second post that we can't remove, if the call hasn't changed
 * since it was read.
 */
export async function secondPostNotices(ctx: Context, delivery: DeliveryRow, call: WrittenOffCall) {
  const { userId, network } = delivery
  const { name } = networks[network]
  const second =
    call.message === delivery.message
      ? 'the second post'
      : `the one with the earlier text (“${excerpt(call.message)}”)`
  const id = `second-post:${delivery.id}:${call.attempt}`
  const when = exists(
    ctx.db.select({ id: writtenOffCalls.deliveryId }).from(writtenOffCalls).where(isUntouched(call)),
  )
  const notice = {
    id,
    userId,
    type: 'social' as const,
    tone: 'warning' as const,
    title: `Published twice on ${name}: please remove one`,
    message: `${name} published this post twice, because it carried out a request long after we sent it. We can’t remove ${second}, so please remove it on ${name}.`,
    link: linkTo(delivery),
    domainId: delivery.domainId,
    forTeam: true as const,
  }
  const mails = await mailsOf(ctx, [notice], ({ url, ...parts }) =>
    accountMail({ ...parts, ...notice, action: { label: 'See the post', url } }),
  )
  return [notificationInsert(ctx, notice, when), noticeMailInserts(ctx, mails, when)] as const
}
