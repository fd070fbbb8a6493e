import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import type { Mail } from '#api/mail/mail.ts'
import { deliveryMail } from '#api/mail/templates.ts'
import { type Addressed, linkTo } from '#api/notifications/mails.ts'
import type { Notice } from '#api/notifications/notifications.ts'
import { networks } from '#shared/networks.ts'
import type { ClaimedComment } from './claim.ts'

type Failed = { reason: string }

/** Returns the notification about a first comment that could not be added to its published post. */
export const commentNotice = (delivery: DeliveryRow, { reason }: Failed): Notice & { domainId: string } => ({
  type: 'social',
  tone: 'warning',
  title: titleOf(delivery),
  message: messageOf(reason),
  link: linkTo(delivery),
  domainId: delivery.domainId,
  forTeam: true,
})

/** Returns the mail about it, with the comment's text, so that the author can add it by hand. */
export const commentMail = (
  { url, ...parts }: Addressed,
  { comment, delivery }: Pick<ClaimedComment, 'comment' | 'delivery'>,
  { reason }: Failed,
): Mail =>
  deliveryMail({
    ...parts,
    outcome: 'held',
    title: titleOf(delivery),
    reason: messageOf(reason),
    message: comment.message,
    action: { label: 'See the post', url },
  })

const titleOf = ({ network }: DeliveryRow) =>
  `Published on ${networks[network].name} without its first comment`

const messageOf = (reason: string) => `The first comment could not be added: ${reason}`
