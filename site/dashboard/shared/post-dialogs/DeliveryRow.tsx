import { useStore } from '@nanostores/react'
import { CalendarClock, CircleDashed, PencilLine, Plug, Send, Trash2, CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { DAY_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import { maySend, needsAccount, type Repair } from '#shared/posts/needs.ts'
import { AFTER_COOL_DOWN, type Delivery, COOL_DOWN_TOO_LONG, type Post } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { openInBusiness } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $mayChange, $may } from '#site/dashboard/shared/permissions.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatExact } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { ExternalButton, ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'
import { Time } from '#site/ui/Time.tsx'
import { discardPost, publishNow, cancelPost, retryPost } from './change-posts.ts'
import { askToPublish, askToReschedule, type Target, networkNames } from './dialogs.ts'
import { dueAt, $now } from './messages.ts'
import { PostAction } from './PostAction.tsx'
import { withTextsSaved } from './save-texts.ts'
import { isApproved, badgeOf } from './states.ts'
import { openEditor } from './url.ts'

type RowProps = {
  post: Post
  delivery: Delivery
  /** The repair in the panel's footer, which the row leaves out. */
  offered?: Repair | undefined
}

export const DeliveryRow = ({ post, delivery, offered }: RowProps) => (
  <div className="grid grid-cols-1 gap-1.5">
    <div className="flex items-center gap-x-3">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex min-w-0 items-center gap-2">
          <NetworkMark network={delivery.network} />
          <span className="truncate font-semibold">
            {delivery.writtenFor || delivery.account?.name || networks[delivery.network].name}
          </span>
        </span>
        <StateBadge post={post} delivery={delivery} />
        {isStory(delivery) && <Badge icon={CircleDashed}>Story</Badge>}
        <DeliveryTime post={post} delivery={delivery} />
      </div>
      {delivery.state === 'scheduled' && post.deliveries.length > 1 && (
        <ScheduledMenu post={post} delivery={delivery} />
      )}
    </div>
    <Removed post={post} delivery={delivery} />
    {delivery.reason && <p className="text-sm">{delivery.reason}</p>}
    {delivery.firstComment && <FirstCommentLine {...delivery.firstComment} />}
    <DeliveryActions post={post} delivery={delivery} offered={offered} />
  </div>
)

const COMMENT_LABELS = {
  waiting: 'A first comment follows',
  adding: 'The first comment is being added',
  unconfirmed: 'The first comment is being checked',
  added: 'With its first comment',
  failed: 'Published; the first comment could not be added',
} as const

const FirstCommentLine = ({ message, state, reason }: NonNullable<Delivery['firstComment']>) => (
  <div className="grid grid-cols-1 gap-0.5 text-sm text-soft">
    <ClampedText lines={2} more="Show all">
      {COMMENT_LABELS[state]}: “{message}”
    </ClampedText>
    {reason && <p className="text-base-content">{reason}</p>}
  </div>
)

function StateBadge({ post, delivery }: { post: Post; delivery: Delivery }) {
  const { label, ...look } = badgeOf({ ...delivery, approved: isApproved(post) })
  return <Badge {...look}>{label}</Badge>
}

/** `formatRelative` says 'now' for so long. */
const NOW_MS = 10_000

/** Labels of the next action of a scheduled delivery, by reason code. */
const NEXT: Record<string, string> = {
  [COOL_DOWN_TOO_LONG]: 'We’ll ask you ',
  [AFTER_COOL_DOWN]: 'Goes out ',
}

/** Returns the time of publishing, of the next attempt or check, or the due time. */
function timeOf({ state, publishAt, publishedAt, nextAttemptAt, reason, reasonCode }: Delivery, now: Date) {
  if (state === 'published') return { label: '', instant: publishedAt ?? publishAt }
  if (state === 'unconfirmed' && nextAttemptAt) return { label: 'We’ll check again ', instant: nextAttemptAt }
  if (state === 'scheduled' && nextAttemptAt && reason)
    return { label: NEXT[reasonCode] ?? 'We’ll try again ', instant: nextAttemptAt }
  if (state === 'held' || state === 'failed')
    // 'Was due now' would contradict itself.
    return { label: +new Date(publishAt) < +now - NOW_MS ? 'Was due ' : 'Due ', instant: publishAt }
  return { label: '', instant: publishAt }
}

function Removed({ post, delivery: { network, removedAt } }: { post: Post; delivery: Delivery }) {
  const zone = useStore($zoneOf)(post.domainId)
  return (
    removedAt && (
      <p className="text-sm">
        It was published, and deleted on {networks[network].name} {formatExact(removedAt, zone)}.
      </p>
    )
  )
}

/** Renders nothing for the post's own time, which is shown above. */
function DeliveryTime({ post, delivery }: { post: Post; delivery: Delivery }) {
  const now = useStore($now)
  const zone = useStore($zoneOf)(post.domainId)
  const { label, instant } = timeOf(delivery, now)
  if (!label && instant === dueAt(post)) return null
  const exact = formatExact(instant, zone)
  return (
    <span className="text-xs text-soft">
      {label}
      <Time instant={instant} now={now} zone={zone} />
      <span aria-hidden="true" className="max-sm:hidden">
        {' · '}
        {exact}
      </span>
    </span>
  )
}

const ICON = 'size-3.5 shrink-0'

/** Actions on one delivery. A scheduled one has a menu instead (`ScheduledMenu`). */
function DeliveryActions({ post, delivery, offered }: RowProps) {
  const { name } = networks[delivery.network]
  const may = useStore($may)
  const mayChange = useStore($mayChange)(post)
  const now = useStore($now)
  const target = { post, deliveryId: delivery._id }
  switch (delivery.state) {
    case 'published':
      if (isStory(delivery) && isOver(delivery, now))
        return <p className="text-sm text-soft">This story was up for 24 hours.</p>
      return delivery.permalink && !delivery.removedAt ? (
        <p className="text-sm">
          <ExternalTextLink href={delivery.permalink}>View on {name}</ExternalTextLink>
        </p>
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
          {delivery.needsEdit && offered !== 'edit' && (
            <Button
              small
              className="ms-2"
              onClick={() => void withTextsSaved(post, () => openEditor(post._id))}
              icon={<PencilLine className={ICON} />}
              aria-label={`Edit for ${name}`}
            >
              Edit
            </Button>
          )}
          {needsAccount(delivery) && offered !== 'reconnect' && (
            <Button
              small
              className="ms-2"
              onClick={() =>
                void withTextsSaved(post, () =>
                  openInBusiness(post.domainId, `/dashboard/social-hub?connect=${delivery.network}`),
                )
              }
              icon={<Plug className={ICON} />}
            >
              Reconnect {name}
            </Button>
          )}
          {delivery.needsCheck && (
            <ExternalButton small className="ms-2" href={siteOf(delivery)}>
              Open {name}
            </ExternalButton>
          )}
          {maySend(delivery) && offered !== 'retry' && (
            <PostAction
              waits
              icon={Send}
              run={() => withTextsSaved(post, () => publishNow(target).catch(() => undefined))}
              {...publishLabel(delivery, name)}
            />
          )}
          {offered !== 'reschedule' && <Reschedule {...target} on={name} />}
          <Discard {...target} on={name} />
        </Row>
      )
    default:
      return null
  }
}

const isOver = ({ publishedAt, publishAt }: Delivery, now: Date) =>
  Date.parse(publishedAt ?? publishAt) + DAY_MS < +now

/** Returns the website of a Meta network, which says there what the account's owner has to do. */
const siteOf = ({ network }: Delivery) => `https://www.${network}.com/`

/** Names the account if it isn't the one that the post was written for. */
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

type ActionOn = Target & { on: string }

const Reschedule = ({ on, ...target }: ActionOn) => (
  <PostAction
    label="Reschedule"
    spoken={`Reschedule for ${on}`}
    icon={CalendarClock}
    run={() => withTextsSaved(target.post, () => askToReschedule(target))}
  />
)

const Discard = ({ on, waits = false, ...target }: ActionOn & { waits?: boolean }) => (
  <PostAction
    label="Discard"
    spoken={`Discard for ${on}`}
    icon={Trash2}
    waits={waits}
    run={() => withTextsSaved(target.post, () => discardPost(target).catch(() => undefined))}
  />
)

function ScheduledMenu({ post, delivery }: { post: Post; delivery: Delivery }) {
  const target = { post, deliveryId: delivery._id }
  const may = useStore($may)
  if (!may(post.domainId, 'publish')) return null
  const { name } = networks[delivery.network]
  return (
    <div className="-my-1 -me-2 ms-auto">
      <ActionMenu
        label={`More for ${name}`}
        actions={[
          {
            label: `Publish now on ${name} only`,
            icon: Send,
            run: () => withTextsSaved(post, () => askToPublish(target)),
          },
          {
            label: `Reschedule ${name} only`,
            icon: CalendarClock,
            run: () => withTextsSaved(post, () => askToReschedule(target)),
          },
          {
            label: `Cancel ${name} only`,
            icon: CalendarX2,
            run: () => withTextsSaved(post, () => cancelPost(target).catch(() => undefined)),
          },
        ]}
      />
    </div>
  )
}

type CommonHoldProps = Omit<RowProps, 'delivery'> & { held: readonly Delivery[]; reason: string }

/** The common reason that holds a post on several networks, with the actions on all of them. */
export function CommonHold({ post, held, reason, offered }: CommonHoldProps) {
  const mayPublish = useStore($may)(post.domainId, 'publish')
  const mayChange = useStore($mayChange)(post)
  const names = networkNames({ post })
  const [first] = held
  if (!first) return null
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2">
          {held.map(({ _id, network }) => (
            <NetworkMark key={_id} network={network} decorative />
          ))}
          <span className="font-semibold">{names}</span>
        </span>
        <StateBadge post={post} delivery={first} />
        <DeliveryTime post={post} delivery={first} />
      </div>
      <p className="text-sm">{reason}</p>
      {mayChange && (
        <Row>
          {mayPublish && maySend(first) && (
            <PostAction
              waits
              label="Publish now"
              spoken={`Publish now on ${names}`}
              icon={Send}
              run={() => withTextsSaved(post, () => retryPost(post._id))}
            />
          )}
          {offered !== 'reschedule' && <Reschedule post={post} on={names} />}
          {mayPublish && <Discard waits post={post} on={names} />}
        </Row>
      )}
    </div>
  )
}
