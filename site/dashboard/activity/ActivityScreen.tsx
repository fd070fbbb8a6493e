import { useStore } from '@nanostores/react'
import {
  Download,
  GalleryVerticalEnd,
  Link2,
  type LucideIcon,
  MessageSquareText,
  Plug,
  Settings,
  TriangleAlert,
  Users,
} from 'lucide-react'

import {
  ACTIVITY_KINDS,
  KIND_LABELS,
  type ActivityAct,
  type ActivityEntry,
  type ActivityKind,
  activityKindOf,
  predicateOf,
  ORIGIN_LABELS,
  openedLinkId,
} from '#shared/activity.ts'
import { formatList } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import { DayList } from '#site/dashboard/shared/DayList.tsx'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { $businessZone, formatMomentIn } from '#site/dashboard/shared/zone.ts'
import { formatDate, formatTime } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { DateRange, SelectField } from '#site/ui/fields/Field.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { EmptyState, SkeletonEntries } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import {
  $filters,
  setFilters,
  $activity,
  $personChoices,
  saveActivity,
  showAll,
  showMore,
  type Page,
} from './store.ts'

const KINDS = ACTIVITY_KINDS.map(value => ({ value, label: KIND_LABELS[value] }))

export const ActivityScreen = () => (
  <>
    <ScreenHeading
      title="Activity"
      under={[{ label: 'Settings', href: '/dashboard/settings' }]}
      action={<ExportButton />}
    >
      Who did what in this business, and when. Nobody can change this log.
    </ScreenHeading>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FilterBar />
      <WithBusiness
        store={$activity}
        loading={<SkeletonEntries rows={6} label="Loading the activity" />}
        invitation="Add your business, and its activity appears here."
      >
        {page => <Entries {...page} />}
      </WithBusiness>
    </div>
  </>
)

function ExportButton() {
  if (!useStore($activity).data?.items.length) return null
  return (
    <BusyButton busyLabel="Exporting…" icon={<Download />} onClick={saveActivity}>
      Export as CSV
    </BusyButton>
  )
}

function FilterBar() {
  const { kind = '', person = '', from = '', to = '' } = useStore($filters)
  return (
    <div
      role="search"
      aria-label="Filter the activity"
      className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label="About"
        choices={KINDS}
        placeholder="Everything"
        value={kind}
        onChange={event => setFilters({ kind: event.target.value })}
      />
      <SelectField
        label="By"
        choices={useStore($personChoices)}
        placeholder="Everybody"
        value={person}
        onChange={event => setFilters({ person: event.target.value })}
      />
      <DateRange from={from} to={to} onChange={setFilters} />
    </div>
  )
}

type ShownEntry = ActivityEntry & {
  /** Earlier openings of the same link on the same day, latest first. */
  earlier?: string[]
}

/**
 * Joins the openings of a link on one day into the latest one, because a client who opens a link all day would otherwise fill the
 * list. The log and its export contain each opening.
 * @param entries latest first
 */
export function joinOpenings(entries: readonly ActivityEntry[]): ShownEntry[] {
  const latest = new Map<string, ShownEntry>()
  const shown: ShownEntry[] = []
  for (const entry of entries) {
    const link = openedLinkId(entry)
    const key = link && `${link} ${new Date(entry.at).toDateString()}`
    const joined = key && latest.get(key)
    if (joined) {
      joined.earlier = [...(joined.earlier ?? []), entry.at]
      continue
    }
    const copy = { ...entry }
    if (key) latest.set(key, copy)
    shown.push(copy)
  }
  return shown
}

function Entries({ items, nextCursor }: Page) {
  const zone = useStore($businessZone)
  if (items.length === 0) return <NoActivity />
  return (
    <DayList
      items={joinOpenings(items)}
      instantOf={({ at }) => at}
      zone={zone}
      renderRow={entry => <ActivityItem entry={entry} />}
      onMore={nextCursor ? showMore : undefined}
    />
  )
}

function NoActivity() {
  const isFiltered = Object.keys(useStore($filters)).length > 0
  return (
    <EmptyState
      drawing={<PerchedBird />}
      heading="h2"
      title={isFiltered ? 'Nothing found' : 'Nothing has happened yet'}
      action={isFiltered && <Button onClick={showAll}>Show everything</Button>}
    >
      {isFiltered
        ? 'No activity matches these filters.'
        : 'Changes to posts, approvals, accounts, members and settings appear here, with the person who made them.'}
    </EmptyState>
  )
}

const ICONS: Record<ActivityKind, LucideIcon> = {
  post: GalleryVerticalEnd,
  inbox: MessageSquareText,
  account: Plug,
  member: Users,
  link: Link2,
  business: Settings,
}
const TROUBLE: readonly ActivityAct[] = ['post.failed', 'post.held', 'account.lost']

function ActivityItem({ entry }: { entry: ShownEntry }) {
  const { act, at, via, about } = entry
  const zone = useStore($businessZone)
  const isTrouble = TROUBLE.includes(act)
  const Icon = isTrouble ? TriangleAlert : ICONS[activityKindOf(act)]
  return (
    <article className="flex gap-3 p-3 sm:px-4">
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full ${isTrouble ? 'bg-warning/15 text-amber' : 'bg-base-200 text-soft'}`}
      >
        <Icon className="size-4" />
      </span>
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5 pt-1">
        <div className="flex justify-between gap-3">
          <h3 className="font-sans text-sm font-normal tracking-normal wrap-anywhere">
            <Actor entry={entry} /> {predicateOf(entry)}
            {(via === 'link' || via === 'administrator') && (
              <>
                {' '}
                <Badge>{ORIGIN_LABELS[via]}</Badge>
              </>
            )}
          </h3>
          <p className="shrink-0 text-xs text-soft tabular-nums">
            <Time instant={at} zone={zone} text={formatTime(at, zone)} />
          </p>
        </div>
        {about.post && <Post {...about.post} />}
        <Details entry={entry} />
      </div>
    </article>
  )
}

/** The actor's name. Pressing it filters the log by that person. */
function Actor({ entry: { who, whoId } }: { entry: ActivityEntry }) {
  if (whoId === null) return <span className="font-semibold">{who}</span>
  return (
    <button
      type="button"
      title={`Show only what ${who} did`}
      className="cursor-pointer text-start font-semibold wrap-anywhere underline-offset-4 hover:underline"
      onClick={() => setFilters({ person: whoId })}
    >
      {who}
    </button>
  )
}

const Post = ({ _id, text, networks: used }: NonNullable<ActivityEntry['about']['post']>) => (
  <p className="flex min-w-0 items-center gap-2 text-sm">
    <a
      href={pathToPost(_id)}
      className="min-w-0 truncate text-soft underline-offset-4 hover:underline pointer-coarse:py-2"
    >
      {text || 'A post without text'}
    </a>
    <span className="flex shrink-0 gap-1">
      {used.map(network => (
        <NetworkMark key={network} network={network} className="size-4" />
      ))}
    </span>
  </p>
)

function Details({ entry: { act, about, earlier } }: { entry: ShownEntry }) {
  const zone = useStore($businessZone)
  const { from, to, reason, changes = {} } = about
  const lines = [
    ...(act === 'post.moved' && from && to
      ? [`From ${formatMomentIn(zone, from)} to ${formatMomentIn(zone, to)}`]
      : []),
    ...(act === 'link.created' ? [describeLink(about, zone)] : []),
    ...(earlier ? [`Also opened at ${formatList(earlier.map(at => formatTime(at, zone)))}`] : []),
    ...(reason ? [reason] : []),
    ...Object.entries(changes).flatMap(([name, [before, after]]) => {
      const former = typeof before === 'string' ? before : ''
      if (name === 'labels' && after === null) return [`Deleted “${former}”`]
      return typeof after === 'string' ? [`From “${former}” to “${after}”`] : []
    }),
  ]
  return lines.map(line => (
    <p key={line} className="max-w-prose text-sm wrap-anywhere text-soft">
      {line}
    </p>
  ))
}

/** Returns '3 posts, with a PIN, until 23 Dec 2030'. */
function describeLink({ networks: chosen, posts, hasPin, expiresAt }: ActivityEntry['about'], zone: string) {
  const subject = posts === 1 ? 'One post' : posts ? `${posts} posts` : 'The posts of a period'
  const parts = [
    chosen ? chosen.map(network => networks[network].name).join(', ') : subject,
    hasPin && 'with a PIN',
    expiresAt && `until ${formatDate(expiresAt, zone)}`,
  ]
  return parts.filter(Boolean).join(', ')
}
