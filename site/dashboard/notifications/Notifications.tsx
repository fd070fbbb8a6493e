import { useStore } from '@nanostores/react'
import {
  ChartNoAxesColumn,
  CheckCheck,
  Trash2,
  Check,
  CircleAlert,
  CircleCheck,
  Eye,
  Info,
  type LucideIcon,
  MessageSquare,
  TriangleAlert,
} from 'lucide-react'
import { useRef } from 'react'

import type {
  NotificationFilter,
  Notification,
  NotificationColour,
  NotificationSubject,
  NotificationType,
} from '#shared/notifications/notifications.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $notificationCounts } from '#site/dashboard/shared/counts.ts'
import { DayList } from '#site/dashboard/shared/DayList.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { formatNumber, timeZone } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { EmptyState, SkeletonEntries } from '#site/ui/states.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { Time } from '#site/ui/Time.tsx'
import {
  $announcement,
  $filter,
  openFilter,
  deleteAll,
  markAllRead,
  $list,
  showMore,
  deleteOne,
  markRead,
} from './store.ts'

export function Notifications() {
  const filter = useStore($filter)
  const counts = useStore($notificationCounts)
  const withCount = (label: string, name: NotificationFilter) =>
    counts.data ? `${label} (${formatNumber(counts.data[name])})` : label
  const tabs = [
    { key: 'all', label: withCount('All', 'all') },
    { key: 'unread', label: withCount('Unread', 'unread') },
    { key: 'trouble', label: withCount('Problems', 'trouble') },
    { key: 'general', label: 'General' },
    { key: 'social', label: 'Social Activity' },
    { key: 'system', label: 'System Alerts' },
  ] as const
  return (
    <>
      <ScreenHeading title="Notifications" action={<AllActions filter={filter} />}>
        How your posts went, and which accounts need attention.
      </ScreenHeading>
      <Tabs label="Kinds of notification" tabs={tabs} selected={filter} onSelect={openFilter}>
        <NotificationList key={filter} filter={filter} />
      </Tabs>
      <p role="status" className="sr-only">
        {useStore($announcement)}
      </p>
    </>
  )
}

const ADJECTIVES: Record<NotificationFilter, string> = {
  all: '',
  unread: 'unread ',
  trouble: 'problem ',
  general: 'general ',
  social: 'social activity ',
  system: 'system alert ',
}

function AllActions({ filter }: { filter: NotificationFilter }) {
  const list = useStore($list)
  const counts = useStore($notificationCounts).data
  const count = counts?.[filter] ?? 0
  if (!list.data || count === 0) return null
  const { items, nextCursor } = list.data
  const isAllRead = counts?.unread === 0 || (nextCursor === null && items.every(({ read }) => read))

  const askToDelete = () =>
    ask({
      title: `Delete ${count === 1 ? 'this' : formatNumber(count)} ${ADJECTIVES[filter]}notification${count === 1 ? '' : 's'}?`,
      label: 'Delete all',
      danger: true,
      children: 'Your posts and accounts stay as they are. You can undo this right afterwards.',
      onAction: () => void deleteAll(filter),
    })
  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={isAllRead} onClick={() => void markAllRead()} icon={<CheckCheck />}>
        Mark all as read
      </Button>
      <Button onClick={askToDelete} icon={<Trash2 />}>
        Delete all
      </Button>
    </div>
  )
}

export const NotificationList = ({ filter }: { filter: NotificationFilter }) => (
  <Loaded store={$list} loading={<SkeletonEntries rows={5} label="Loading notifications" />}>
    {({ items, nextCursor }) =>
      items.length === 0 ? (
        <NoNotifications filter={filter} />
      ) : (
        <DayList
          items={items}
          instantOf={({ createdAt }) => createdAt}
          renderRow={(notification, now) => <NotificationItem notification={notification} now={now} />}
          onMore={nextCursor ? showMore : undefined}
        />
      )
    }
  </Loaded>
)

const NONE = 'No notifications found'

function NoNotifications({ filter }: { filter: NotificationFilter }) {
  return (
    <>
      <h2 className="sr-only">Your notifications</h2>
      <EmptyState
        drawing={<PerchedBird />}
        action={
          filter === 'all' ? (
            <ButtonLink href="/dashboard/settings#notifications">Choose what you hear about</ButtonLink>
          ) : (
            <Button onClick={() => openFilter('all')}>Show all</Button>
          )
        }
        {...(filter === 'all' && { title: NONE })}
      >
        {filter === 'all' ? "You're all caught up! No notifications to show." : NONE}
      </EmptyState>
    </>
  )
}

const LOOKS = {
  success: { icon: CircleCheck, colours: 'bg-success/10 text-success' },
  primary: { icon: Eye, colours: 'bg-primary text-primary-content' },
  warning: { icon: TriangleAlert, colours: 'bg-warning/15 text-amber' },
  info: { icon: Info, colours: 'bg-info/10 text-info' },
  danger: { icon: CircleAlert, colours: 'bg-error/10 text-error' },
} as const satisfies Record<NotificationColour, object>

const TYPES: Record<NotificationType, string> = { general: 'General', social: 'Social', system: 'System' }

function NotificationItem({ notification, now }: { notification: Notification; now: Date }) {
  const { type, about, title, message, business, read, resolved, createdAt } = notification
  const remove = useRef<HTMLButtonElement>(null)
  return (
    <article className="relative flex gap-3 p-4 sm:gap-4 sm:p-5">
      <Mark notification={notification} />
      <div className="grid min-w-0 grow gap-1">
        <h3
          className={classes(
            'font-sans text-base tracking-normal text-wrap wrap-anywhere',
            read && 'font-medium',
          )}
        >
          {!read && (
            <>
              <span
                aria-hidden="true"
                className="me-2 inline-block size-2 rounded-full bg-info align-middle"
              />
              <span className="sr-only">Unread: </span>
            </>
          )}
          <Title notification={notification} />
        </h3>
        {message && <p className="max-w-prose text-sm wrap-anywhere text-soft">{message}</p>}
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
          <Badge>{about ?? TYPES[type]}</Badge>
          {resolved && <Badge tone="good">Resolved</Badge>}
          {business && <span className="wrap-anywhere">{business}</span>}
          <span className="relative">
            <Time instant={createdAt} now={now} zone={timeZone()} />
          </span>
        </p>
      </div>
      <div className="relative -me-1.5 -mt-1 flex shrink-0 flex-col gap-1 self-start sm:flex-row">
        {!read && (
          <IconButton
            label={`Mark as read: ${title}`}
            tip="Mark as read"
            icon={<Check />}
            onClick={() => {
              remove.current?.focus()
              void markRead(notification)
            }}
          />
        )}
        <IconButton
          ref={remove}
          label={`Delete: ${title}`}
          tip="Delete"
          icon={<Trash2 />}
          onClick={() => void deleteOne(notification)}
        />
      </div>
    </article>
  )
}

/** Links to one post open its details here. */
const POST_LINK = '/dashboard/view-post?post='

/** Links to the subject from the whole notification, and marks it as read. */
function Title({ notification }: { notification: Notification }) {
  const { title, link, read } = notification
  if (!link) return title
  return (
    <a
      href={link.startsWith(POST_LINK) ? pathToPost(link.slice(POST_LINK.length)) : link}
      className="underline-offset-4 after:absolute after:inset-0 hover:underline"
      onClick={() => read || void markRead(notification)}
    >
      {title}
    </a>
  )
}

const SUBJECT_ICONS: Partial<Record<NotificationSubject, LucideIcon>> = {
  Comment: MessageSquare,
  Figures: ChartNoAxesColumn,
  Mention: MessageSquare,
}

function Mark({ notification: { colour, about, resolved } }: { notification: Notification }) {
  const { icon, colours } = LOOKS[resolved ? 'success' : colour]
  const Icon = (about && SUBJECT_ICONS[about]) ?? icon
  return (
    <span className={`grid size-9 shrink-0 place-items-center rounded-full ${colours}`}>
      <Icon className="size-4.5" />
    </span>
  )
}
