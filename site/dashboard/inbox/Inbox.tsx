import { useStore } from '@nanostores/react'
import { CircleAlert, Clock, CornerUpLeft, ListFilter, StickyNote, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import { formatList } from '#shared/format-list.ts'
import {
  moderatesComments,
  INBOX_FILTERS,
  type InboxFilter,
  type InboxItem,
  type InboxTrouble,
} from '#shared/inbox.ts'
import { namesWhere, NETWORK_IDS, networks, formatAlternatives } from '#shared/networks.ts'
import { INBOX_KINDS } from '#shared/networks/declaration.ts'
import { plural } from '#shared/plural.ts'
import { AskForReviewsButton } from '#site/dashboard/shared/ask-for-reviews/AskForReviewsButton.tsx'
import { $inboxCounts } from '#site/dashboard/shared/counts.ts'
import { AllBusinesses } from '#site/dashboard/shared/domains/AllBusinesses.tsx'
import { $businesses, BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $isWithoutClient, NoBusiness } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { setSearch } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { useTypedSearch } from '#site/dashboard/shared/use-typed-search.ts'
import { $businessZone, $zoneOf } from '#site/dashboard/shared/zone.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { Letter, Plug, Signpost } from '#site/ui/drawings.tsx'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'
import { CHIPS } from '#site/ui/fields/pressed.ts'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { MoreButton } from '#site/ui/MoreButton.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Notice } from '#site/ui/Notice.tsx'
import { EmptyState, SkeletonEntries } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { Stars, Visibility } from './item-badges.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import {
  $filters,
  $isFiltered,
  $items,
  $openId,
  $isChecking,
  $status,
  checkForNew,
  clearFilters,
  openItem,
  openWhereUnanswered,
  setFilter,
  showMore,
  STARS,
} from './store.ts'

/** Loaded by the shell before this screen renders. */
export { $items }

const FILTER_LABELS: Record<InboxFilter, string> = {
  open: 'Unanswered',
  answered: 'Answered',
  closed: 'No answer needed',
  all: 'All',
}

export function Inbox() {
  const hasBusiness = useStore($businesses).size > 0
  // Without an account there is nothing to filter.
  const hasAccounts = useStore($status).data?.accounts !== 0
  useEffect(() => void openWhereUnanswered(), [])
  return (
    <>
      <ScreenHeading title="Inbox" action={hasBusiness && <AskForReviewsButton />}>
        <span className="max-sm:hidden">Reviews and comments from every network, each answered once.</span>
      </ScreenHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {hasAccounts && <Filters />}
        <UnreadableAccounts />
        <LastCheck />
        <Loaded store={$items} loading={<SkeletonEntries rows={6} label="Loading reviews and comments" />}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <NoItems />
            ) : (
              <List items={items} onMore={nextCursor ? showMore : undefined} />
            )
          }
        </Loaded>
      </div>
      <ItemPanel />
    </>
  )
}

const KINDS = [
  { value: 'review', label: 'Reviews' },
  { value: 'comment', label: 'Comments' },
  ...STARS.map(value => ({
    value,
    label: value === '1-3' ? 'Reviews, 3 stars or fewer' : `Reviews, ${plural(Number(value), 'star')}`,
  })),
]
const isKind = (value: string) => INBOX_KINDS.some(kind => kind === value)

/** Keeps the item open, unlike `setFilter`, because the user may open one while typing. */
const saveSearch = (search: string) => setSearch({ search })

function Filters() {
  const { state, network, kind, stars, search, assignee, isAll } = useStore($filters)
  const [text, setText] = useTypedSearch(search, saveSearch)
  const isFiltered = useStore($isFiltered)
  // On a phone, the filters would push the list out of sight.
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="search" className="grid gap-3">
      <div className={classes(CHIPS, 'max-sm:*:shrink-0 max-sm:*:flex-nowrap')}>
        <Button
          small
          className="-order-1 sm:hidden"
          aria-label="Search and filter"
          icon={<ListFilter />}
          aria-expanded={isOpen || isFiltered}
          onClick={() => setOpen(!isOpen)}
        />
        <Segments
          wraps
          label="State"
          choices={INBOX_FILTERS.map(key => ({ key, label: FILTER_LABELS[key] }))}
          chosen={state}
          onChoose={key => setFilter({ state: key === 'open' ? '' : key })}
        />
        <AllBusinesses
          isAll={isAll}
          className="max-sm:-order-1"
          onChange={all => setFilter({ businesses: all ? 'all' : '' })}
        />
      </div>
      <div
        className={classes(
          'flex flex-wrap items-end gap-3 *:grow *:basis-32 *:first:basis-40 sm:*:max-w-52 sm:*:first:max-w-80',
          !isOpen && !isFiltered && 'max-sm:hidden',
        )}
      >
        <TextField
          label="Search"
          type="search"
          maxLength={100}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <SelectField
          label="Network"
          placeholder="All networks"
          choices={NETWORK_IDS.filter(id => networks[id].inbox).map(id => ({
            value: id,
            label: networks[id].shortName,
          }))}
          value={network ?? ''}
          onChange={event => setFilter({ network: event.target.value })}
        />
        <SelectField
          label="Kind"
          placeholder="Everything"
          choices={KINDS}
          value={stars ?? kind ?? ''}
          onChange={({ target: { value } }) =>
            setFilter(isKind(value) ? { kind: value, stars: '' } : { kind: '', stars: value })
          }
        />
        <SelectField
          label="Assigned to"
          placeholder="Everybody"
          choices={[
            { value: 'me', label: 'You' },
            { value: 'none', label: 'Nobody' },
          ]}
          value={assignee}
          onChange={event => setFilter({ assignee: event.target.value })}
        />
      </div>
    </div>
  )
}

function UnreadableAccounts() {
  const { data } = useStore($status)
  const businesses = useStore($businesses)
  const { isAll } = useStore($filters)
  if (!data || data.troubles.length === 0) return null
  const alike = Map.groupBy(data.troubles, ({ network, cause }) => `${network} ${cause}`)
  return (
    <ul className="grid gap-2">
      {[...alike].map(([key, [trouble, ...others]]) => (
        <li key={key}>
          <Notice
            actions={
              trouble!.cause !== 'paused' && (
                <a href="/dashboard/social-hub" className="link font-semibold">
                  Open Social Hub
                </a>
              )
            }
          >
            {isAll &&
              `${formatList([trouble!, ...others].map(({ domainId }) => businesses.get(domainId)?.name ?? ''))}: `}
            {describeTrouble(trouble!)}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

function describeTrouble({ network, cause }: InboxTrouble): string {
  const { shortName } = networks[network]
  if (cause === 'signed_out') return `${shortName} signed us out, so nothing new comes in.`
  if (cause === 'paused') return `${shortName} limits how often we may ask, so nothing new comes in for now.`
  return `${shortName} doesn’t let us read what people write. Connect it again${moderatesComments(network) ? ' as an editor or an administrator' : ' and allow everything'}.`
}

function LastCheck() {
  const now = useStore($now)
  const { data } = useStore($status)
  const isChecking = useStore($isChecking)
  const zone = useStore($businessZone)
  if (!data?.checkedAt) return null
  // `$now` ticks every half minute.
  const latest = new Date(Math.max(+now, Date.parse(data.checkedAt)))
  return (
    <div className="-my-1 flex min-h-8 flex-wrap items-center gap-x-3 text-sm text-soft">
      <span>
        Checked <Time instant={data.checkedAt} now={latest} zone={zone} />
      </span>
      <span role="status" className="empty:hidden">
        {isChecking && 'Checking for new ones…'}
      </span>
      {!isChecking && (
        <button type="button" className="link font-semibold" onClick={() => void checkForNew()}>
          Check now
        </button>
      )}
    </div>
  )
}

function List({ items, onMore }: { items: readonly InboxItem[]; onMore: (() => Promise<void>) | undefined }) {
  const openId = useStore($openId)
  const { state } = useStore($filters)
  return (
    <section aria-label={FILTER_LABELS[state]} className="grid grid-cols-1 gap-4">
      <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
        {items.map(item => (
          <li key={item._id}>
            <Row item={item} isOpen={item._id === openId} />
          </li>
        ))}
      </ul>
      {onMore && <MoreButton items="li" onMore={onMore} />}
    </section>
  )
}

function Row({ item, isOpen }: { item: InboxItem; isOpen: boolean }) {
  const now = useStore($now)
  const business = useStore($businesses).get(item.domainId)
  const { isAll } = useStore($filters)
  const { _id, network, author, text, stars, read, state, assignee, createdAt, kind, notes } = item
  return (
    <article
      className={classes(
        'relative flex gap-3 p-4 hover:bg-base-200 sm:px-5',
        isOpen && 'bg-base-200 shadow-[inset_3px_0_0_currentColor]',
      )}
    >
      <NetworkMark network={network} className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 grow gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => openItem(_id)}
            className={classes(
              'cursor-pointer text-start wrap-anywhere after:absolute after:inset-0',
              read ? 'font-medium' : 'font-semibold',
            )}
          >
            {!read && state === 'open' && (
              <>
                <span
                  aria-hidden="true"
                  className="me-2 inline-block size-2 rounded-full bg-info align-middle"
                />
                <span className="sr-only">Unread: </span>
              </>
            )}
            {author}
            <span className="sr-only">{kind === 'review' ? ', review' : ', comment'}</span>
          </button>
          {stars !== null && <Stars count={stars} />}
          {isAll && business && <BusinessMark business={business} />}
          <span className="relative ms-auto text-xs text-soft">
            <Time instant={createdAt} now={now} zone={useStore($zoneOf)(item.domainId)} />
          </span>
        </div>
        <p dir="auto" className={classes('line-clamp-2 text-sm wrap-anywhere', !text && 'text-soft')}>
          {text || 'Only stars, no text.'}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-xs text-soft empty:hidden">
          <StateBadge item={item} />
          <Visibility item={item} />
          {assignee && <Badge>For {assignee.fullname || 'a former member'}</Badge>}
          {notes > 0 && <Badge icon={StickyNote}>{plural(notes, 'note')}</Badge>}
        </p>
      </div>
    </article>
  )
}

function StateBadge({ item: { state, hidden, reply, editedAt } }: { item: InboxItem }) {
  return (
    <>
      {state === 'answered' && (
        <Badge tone="good" icon={CornerUpLeft}>
          Answered{reply?.by ? ` by ${reply.by.fullname || 'a former member'}` : ''}
        </Badge>
      )}
      {state === 'removed' && <Badge icon={Trash2}>Deleted on its network</Badge>}
      {state === 'closed' && !hidden && <Badge>No answer needed</Badge>}
      {state === 'open' && reply && reply.state !== 'failed' && (
        <Badge tone="info" icon={Clock}>
          Sending
        </Badge>
      )}
      {state === 'open' && reply?.state === 'failed' && (
        <Badge tone="bad" icon={CircleAlert}>
          Not sent
        </Badge>
      )}
      {editedAt && <Badge>Edited</Badge>}
    </>
  )
}

function NoItems() {
  const { state, isAll } = useStore($filters)
  const isWithoutClient = useStore($isWithoutClient)
  const isFiltered = useStore($isFiltered)
  const { data: status } = useStore($status)
  const elsewhere = useStore($inboxCounts).data?.open ?? 0
  const { many } = useStore($businessNoun)
  if (isFiltered)
    return (
      <EmptyState
        drawing={<Signpost />}
        heading="h2"
        title="Nothing found"
        action={<Button onClick={clearFilters}>Clear filters</Button>}
      >
        No review or comment matches these filters.
      </EmptyState>
    )
  if (isWithoutClient && !isAll) return <NoBusiness />
  const isOpen = state === 'open'
  const showsOthers = isOpen && !isAll && elsewhere > 0
  const others = (
    <Button onClick={() => setFilter({ businesses: 'all' })}>
      Show {elsewhere} of other {many}
    </Button>
  )
  if (status?.accounts === 0)
    return (
      <EmptyState
        drawing={<Plug />}
        heading="h2"
        title="No accounts yet"
        action={
          <>
            <ButtonLink variant="primary" href="/dashboard/social-hub">
              Connect an account
            </ButtonLink>
            {showsOthers && others}
          </>
        }
      >
        Connect {formatAlternatives(namesWhere(({ inbox }) => inbox))}, and what people write there comes in
        here.
      </EmptyState>
    )
  return (
    <EmptyState
      drawing={<Letter />}
      heading="h2"
      title={isOpen ? 'No unanswered reviews or comments' : 'Nothing here yet'}
      action={
        showsOthers ? (
          others
        ) : isOpen ? (
          <AskForReviewsButton />
        ) : (
          <Button onClick={() => setFilter({ state: '' })}>Show unanswered</Button>
        )
      }
    >
      {status?.isReading
        ? 'We’re reading your accounts for the first time. That takes a minute.'
        : isOpen
          ? 'What people write under your posts, and their reviews, come in within ten minutes.'
          : 'Answered and closed ones are listed here.'}
    </EmptyState>
  )
}
