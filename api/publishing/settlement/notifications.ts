import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import type { Mail } from '#api/mail/mail.ts'
import { deliveryMail } from '#api/mail/templates.ts'
import { type Addressed, linkTo } from '#api/notifications/mails.ts'
import type { Notice } from '#api/notifications/notifications.ts'
import { networks } from '#shared/networks.ts'
import { NEVER_CONFIRMED } from '#shared/posts/posts.ts'
import type { Outcome } from './outcome.ts'

type Trouble = Extract<Outcome, { state: 'held' | 'failed' }>

/** Returns the notification about a post that is held or failed. */
export function deliveryNotice(delivery: DeliveryRow, outcome: Trouble): Notice & { domainId: string } {
  const text = excerpt(delivery.message)
  const common = {
    type: 'social' as const,
    title: titleOf(delivery, outcome),
    link: linkTo(delivery),
    domainId: delivery.domainId,
    forTeam: true as const,
  }
  switch (outcome.state) {
    case 'held':
      return { ...common, tone: 'warning', message: `“${text}” is held. ${outcome.reason}` }
    case 'failed':
      return isUnsure(outcome)
        ? { ...common, tone: 'warning', message: `“${text}” may have been published. ${outcome.reason}` }
        : { ...common, tone: 'danger', message: `“${text}” did not go out. ${outcome.reason}` }
  }
}

/** The post may be public. A message that denies it could make its author publish it twice. */
const isUnsure = (outcome: Trouble) => outcome.state === 'failed' && outcome.reasonCode === NEVER_CONFIRMED

/** Returns the mail about a post that is held or failed. */
export const noticeMail = ({ url, ...parts }: Addressed, delivery: DeliveryRow, outcome: Trouble): Mail =>
  deliveryMail({
    ...parts,
    outcome: isUnsure(outcome) ? 'unsure' : outcome.state,
    title: titleOf(delivery, outcome),
    reason: outcome.reason,
    message: delivery.message,
    action: { label: 'Decide what to do', url },
  })

function titleOf({ network }: DeliveryRow, outcome: Trouble): string {
  const { name } = networks[network]
  if (isUnsure(outcome)) return `Possibly published on ${name}: please check`
  const titles = {
    held: `Your ${name} post is waiting for you`,
    failed: `Not published on ${name}`,
  }
  return titles[outcome.state]
}
