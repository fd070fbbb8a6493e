import { useStore } from '@nanostores/react'
import { CalendarClock, ExternalLink, PencilLine, Plug, Send, Trash2 } from 'lucide-react'
import { type ReactNode } from 'react'

import { networks } from '#shared/networks.ts'
import { APPROVAL_MISSED, type Delivery, NOT_APPROVED, type Post } from '#shared/posts/posts.ts'
import { $mayChange } from '#site/dashboard/shared/permissions/may-change.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { BusyButton } from '#site/ui/BusyButton.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { discardPost, publishNow } from './change-posts.ts'
import { askToReschedule } from './dialogs.ts'
import { openEditor } from './open-editor.ts'
import type { Target } from './targets.ts'

type DeliveryActionsProps = { post: Post; delivery: Delivery }

const ICON = 'size-3.5 shrink-0'
const RECONNECT: readonly string[] = ['needs_reconnect', 'disconnected']
/** Reason codes of deliveries that need an approval. The post's own buttons approve it. */
const UNAPPROVED: readonly string[] = [NOT_APPROVED, APPROVAL_MISSED]

/**
 * Actions for one delivery, depending on its state. A scheduled delivery has a menu instead; the post's
 * buttons act on all its deliveries.
 */
export function DeliveryActions({ post, delivery }: DeliveryActionsProps) {
  const { name } = networks[delivery.network]
  const may = useStore($may)
  const mayChange = useStore($mayChange)(post)
  const target = { post, deliveryId: delivery._id }
  switch (delivery.state) {
    case 'published':
      return delivery.permalink && !delivery.removedAt ? (
        <ViewOn name={name} permalink={delivery.permalink} />
      ) : null
    case 'held':
    case 'failed':
      if (!mayChange) return null
      if (!may(post.domainId, 'publish'))
        return (
          <Row>
            <Reschedule {...target} on={name} />
          </Row>
        )
      return (
        <Row>
          {delivery.needsEdit && (
            <Button
              small
              className="ms-2"
              onClick={() => openEditor(post._id)}
              icon={<PencilLine aria-hidden="true" className={ICON} />}
              aria-label={`Edit for ${name}`}
            >
              Edit
            </Button>
          )}
          {RECONNECT.includes(delivery.reasonCode) ? (
            <ButtonLink
              small
              className="ms-2"
              href="/dashboard/social-hub"
              icon={<Plug aria-hidden="true" className={ICON} />}
            >
              Reconnect {name}
            </ButtonLink>
          ) : (
            !UNAPPROVED.includes(delivery.reasonCode) && (
              <PublishNow {...target} {...publishLabel(delivery, name)} />
            )
          )}
          <Reschedule {...target} on={name} />
          <Button
            small
            variant="quiet"
            onClick={() => discardPost(target).catch(() => undefined)}
            icon={<Trash2 aria-hidden="true" className={ICON} />}
            aria-label={`Discard for ${name}`}
          >
            Discard
          </Button>
        </Row>
      )
    default:
      return null
  }
}

/** Labels the button; names the account if it isn't the one that the post was written for. */
function publishLabel({ state, writtenFor, account }: Delivery, on: string) {
  const label = state === 'failed' ? 'Try again' : 'Publish now'
  const there = `Publish on ${account?.name || on}`
  return writtenFor === undefined
    ? { label, spoken: `${label} on ${on}` }
    : { label: there, spoken: `${there}, ${on}` }
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="-ms-2 flex flex-wrap gap-1 max-sm:*:px-2">{children}</div>
)

const ViewOn = ({ name, permalink }: { name: string; permalink: string }) => (
  <a
    href={permalink}
    target="_blank"
    rel="noreferrer"
    className="prose-link inline-flex items-center gap-1 justify-self-start text-sm"
  >
    View on {name}
    <ExternalLink aria-hidden="true" className={ICON} />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)

type OneProps = { post: Post; deliveryId: string; on: string }

const Reschedule = ({ post, deliveryId, on }: OneProps) => (
  <Button
    small
    variant="quiet"
    onClick={() => askToReschedule({ post, deliveryId })}
    icon={<CalendarClock aria-hidden="true" className={ICON} />}
    aria-label={`Reschedule for ${on}`}
  >
    Reschedule
  </Button>
)

const PublishNow = ({ post, deliveryId, label, spoken }: Target & { label: string; spoken: string }) => (
  <BusyButton
    small
    variant="quiet"
    onClick={() => publishNow({ post, deliveryId }).catch(() => undefined)}
    icon={<Send aria-hidden="true" className={ICON} />}
    className="max-w-full"
    aria-label={spoken}
  >
    <span className="truncate">{label}</span>
  </BusyButton>
)
