import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { computed } from 'nanostores'

import { handleOf } from '#shared/accounts.ts'
import type { ProviderPost } from '#shared/posts/provider-posts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { TONE_TEXTS } from '#site/dashboard/shared/post-dialogs/states.ts'
import { $openPostId, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { formatShortDay, formatTime } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live/live.ts'
import { whileShown } from '#site/lib/remote.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { dayKey, dateIn } from '#site/ui/date-time-picker/days.ts'
import { EmptyCalendar } from '#site/ui/drawings.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { MoreFiles, Picture } from '#site/ui/media/Picture.tsx'
import { EmptyState, ErrorState, Skeleton } from '#site/ui/states.tsx'
import { HINT_ID } from './Chip.tsx'
import { $zone } from './days.ts'
import { startDrag, $targetTime } from './drag.ts'
import { $isAll, showAll } from './filters.ts'
import { PLANNED, type Item, pathToItem } from './items.ts'
import { SHORTCUTS, swap, useFocusAfterMove } from './move.ts'
import { $allItems, $entries, $timedDrafts } from './store.ts'
import { TITLE_ID } from './Toolbar.tsx'

const COLUMNS = 3
const PUBLISHED_SHOWN = 30

/** Planned posts and drafts for Instagram with a time, latest first, as on the profile. */
export const $planned = computed([$allItems, $timedDrafts], (all, timed) =>
  [...all, ...timed].flatMap(onInstagram).toSorted((a, b) => +b.at - +a.at),
)

/** Returns the whole post if its networks have the same time, else its delivery to Instagram. */
function onInstagram(item: Item): Item[] {
  const entry = item.entries.find(({ network }) => network === 'instagram')
  if (entry && item.draftId) return [item]
  if (!entry || !PLANNED.includes(entry.state)) return []
  const entries = item.entries.length === entry.networks ? item.entries : [entry]
  return [{ ...item, id: entry.deliveryId, entries, picture: entry.picture }]
}

/** The profile's newest posts, also those published with other tools. */
const $published = remoteOfSelection(() => {
  const query = { limit: String(PUBLISHED_SHOWN) }
  return dataOf(api.accounts[':network'].posts.$get({ param: { network: 'instagram' }, query }))
})
whileShown($published, () => [
  onLive('delivery', ({ state }) => {
    if (state === 'published') void $published.reload()
  }),
])

/** The Instagram profile as it will look: planned posts above the published ones. */
export function InstagramGrid() {
  const account = useStore($accounts.instagram)
  if (useStore($isAll))
    return (
      <EmptyState
        drawing={<EmptyCalendar />}
        action={<Button onClick={() => showAll(false)}>Show one business</Button>}
      >
        A profile belongs to one business. Show the one you selected, or select another.
      </EmptyState>
    )
  if (account.state === 'failed')
    return <ErrorState message={account.message} onRetry={$accounts.instagram.reload} />
  if (account.state === 'ready' && !account.data.accountConnected)
    return (
      <EmptyState
        drawing={<EmptyCalendar />}
        action={<ButtonLink href="/dashboard/social-hub">Connect Instagram</ButtonLink>}
      >
        Connect Instagram to see how its profile will look.
      </EmptyState>
    )
  return (
    <section aria-labelledby={TITLE_ID} className="@container">
      <div className="grid grid-cols-1 gap-x-8 gap-y-3 @min-[48rem]:grid-cols-[minmax(0,36rem)_minmax(0,18rem)]">
        <Header />
        <Tiles />
      </div>
    </section>
  )
}

function Header() {
  const account = useStore($accounts.instagram)
  const planned = useStore($planned)
  const isMovable = planned.some(({ movable }) => movable)
  const linked = account.state === 'ready' && account.data.accountConnected ? account.data : undefined
  return (
    <div className="grid content-start gap-2 text-sm text-soft @min-[48rem]:order-1">
      <p className="flex min-h-10 items-center gap-2.5 text-base font-semibold text-base-content">
        {linked && <Avatar src={linked.picture} className="size-10" />}
        <span translate="no" className="min-w-0 truncate">
          {linked && handleOf(linked)}
        </span>
      </p>
      {isMovable && (
        <p id={HINT_ID}>
          <span className="pointer-coarse:hidden">
            Drag a planned post onto another to swap their times, or focus it and press Shift with an arrow
            key.
          </span>
          <span className="hidden pointer-coarse:inline">
            The arrows on a planned post swap its time with the next one.
          </span>
        </p>
      )}
      {useStore($entries).state === 'ready' && planned.length === 0 && (
        <>
          <p>Nothing is planned for Instagram yet.</p>
          <CreatePostLink className="justify-self-start" />
        </>
      )}
    </div>
  )
}

function Tiles() {
  const planned = useStore($planned)
  const isLoading = useStore($entries).state === 'loading'
  const published = useStore($published)
  const posts = published.state === 'ready' ? published.data : []
  if (!isLoading && published.state === 'ready' && planned.length + posts.length === 0)
    return (
      <EmptyState drawing={<EmptyCalendar />} action={<CreatePostLink />}>
        This profile is empty. Schedule a post for Instagram, and it appears here.
      </EmptyState>
    )
  return (
    <div>
      <ol className="grid grid-cols-3 gap-0.5">
        {isLoading && <Loading />}
        {planned.map((item, index) => (
          <Planned key={item.id} item={item} index={index} planned={planned} />
        ))}
        {published.state === 'loading' && <Loading />}
        {posts.map(post => (
          <li key={post.id} className={TILE}>
            <Published post={post} />
          </li>
        ))}
      </ol>
      {published.state === 'failed' && (
        <div className="mt-3">
          <ErrorState message={published.message} onRetry={$published.reload} />
        </div>
      )}
    </div>
  )
}

/** Instagram crops a profile's pictures to 3:4 (Adam Mosseri's story of 17 January 2025). */
const TILE = 'group relative aspect-3/4 min-w-0 bg-base-200'
const LINK =
  'block size-full select-none outline-base-content aria-current:outline-3 aria-current:-outline-offset-3 focus-visible:outline-3 focus-visible:-outline-offset-3'

const Loading = () =>
  Array.from({ length: COLUMNS }, (_, tile) => (
    <li key={tile} className={TILE}>
      <Skeleton className="size-full rounded-none" />
    </li>
  ))

const KEY_STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
}

/** A planned post. Dropping it on another, keys and buttons swap their times. */
function Planned({ item, index, planned }: { item: Item; index: number; planned: readonly Item[] }) {
  const { at, badge, excerpt, movable, picture } = item
  const zone = useStore($zone)
  const isOpen = useStore($openPostId) === item.postId
  const isTarget = useStore($targetTime) === +at
  const swapWith = (other: Item | undefined) => other && other.id !== item.id && swap(item, other)
  return (
    <li data-day={dayKey(dateIn(zone, at))} data-slot={at.toISOString()} className={TILE}>
      <a
        {...useFocusAfterMove(item)}
        href={pathToItem(item)}
        aria-current={isOpen || undefined}
        draggable={false}
        aria-describedby={movable ? HINT_ID : undefined}
        aria-keyshortcuts={movable ? SHORTCUTS : undefined}
        onPointerDown={event =>
          movable &&
          startDrag(event, {
            label: excerpt,
            at,
            drop: at => swapWith(planned.find(other => +other.at === +at)),
          })
        }
        onKeyDown={event => {
          const lead = event.shiftKey ? KEY_STEPS[event.key] : undefined
          if (lead === undefined) return
          event.preventDefault()
          swapWith(planned[index + lead])
        }}
        className={`${LINK} ${movable ? 'cursor-grab' : ''}`}
      >
        {picture ? (
          <Picture picture={{ ...picture, more: 0 }} className="size-full rounded-none" />
        ) : (
          <span dir="auto" className="line-clamp-4 p-2 text-xs">
            {excerpt}
          </span>
        )}
        {isTarget && <span className="absolute inset-0 bg-primary/40 forced-colors:border-4" />}
        <span className="absolute inset-x-0 bottom-0 flex flex-wrap gap-x-1.5 bg-raised/95 px-1.5 py-1 text-xs leading-4 whitespace-nowrap tabular-nums">
          <span>{formatShortDay(at, zone)}</span>
          <span className="flex items-center gap-1 font-semibold">
            <badge.icon className={`size-3.5 shrink-0 ${TONE_TEXTS[badge.tone]}`} />
            <span className="sr-only">{badge.label}, </span>
            <time translate="no" dateTime={at.toISOString()}>
              {formatTime(at, zone)}
            </time>
          </span>
          {picture && <MoreFiles more={picture.more} className="ms-auto rounded-selector" />}
          <span className="sr-only">, {excerpt}</span>
        </span>
      </a>
      {movable && (
        <span className="pointer-events-none absolute inset-x-0.5 top-0.5 flex justify-between opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 *:pointer-events-auto pointer-coarse:opacity-100">
          {NEIGHBOURS.map(({ label, Icon, lead }) => {
            const other = planned[index + lead]
            return other?.movable ? (
              <IconButton
                key={label}
                label={`${label}: ${excerpt}`}
                tip={label}
                icon={
                  <span className={FACE}>
                    <Icon />
                  </span>
                }
                onClick={() => swapWith(other)}
              />
            ) : (
              <span key={label} />
            )
          })}
        </span>
      )}
    </li>
  )
}

const FACE = 'grid size-7 place-items-center rounded-full bg-raised shadow-lift *:size-4'
const NEIGHBOURS = [
  { label: 'Move later', Icon: ChevronLeft, lead: -1 },
  { label: 'Move earlier', Icon: ChevronRight, lead: 1 },
]

/** A published post, linked to our post or, if it was published with another tool, to Instagram. */
function Published({ post: { postId, permalink, picture, message, media } }: { post: ProviderPost }) {
  const [first, ...others] = media
  const href = postId ? pathToPost(postId) : permalink
  return (
    <a href={href} {...(!postId && { target: '_blank', rel: 'noreferrer' })} className={LINK}>
      <Picture
        picture={{ kind: first?.kind ?? 'image', thumbnailUrl: picture, more: others.length }}
        className="size-full rounded-none"
      />
      <span className="sr-only">Published: {message}</span>
    </a>
  )
}
