import { useStore } from '@nanostores/react'
import { ArrowRight, CircleCheck, ListFilter, Lock, Plus } from 'lucide-react'
import { atom, computed } from 'nanostores'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { type Client, describeWeek } from '#shared/businesses/clients.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { fold } from '#shared/text/fold.ts'
import { askToOpen } from '#site/dashboard/shared/clients/ask-to-open.ts'
import {
  $clients,
  $colleague,
  describeNoPost,
  listClientNeeds,
} from '#site/dashboard/shared/clients/clients.ts'
import { BusinessLink, $businesses, BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { ROUTES, setSearch } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { timeZone } from '#site/lib/format.ts'
import { moveAmong } from '#site/ui/arrow-keys.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { Signpost } from '#site/ui/drawings.tsx'
import { TextField, SelectField } from '#site/ui/fields/Field.tsx'
import { CHIPS, PRESSABLE } from '#site/ui/fields/pressed.ts'
import { EmptyState, Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { Table } from '#site/ui/Table.tsx'
import { Time } from '#site/ui/Time.tsx'
import { $need, hasNeed, sumNeeds } from './needs.ts'

/** Placeholder that sorts after every ISO instant. */
const LAST = 'none'

const ORDERS = {
  need: { label: 'Needs attention', compare: () => 0 },
  name: { label: 'Name', compare: (a, b) => compareNames(a.businessName, b.businessName) },
  next: {
    label: 'Next post',
    compare: (a, b) => (a.nextPostAt ?? LAST).localeCompare(b.nextPostAt ?? LAST),
  },
  quiet: {
    label: 'Longest inactive',
    compare: (a, b) => (a.lastActivityAt ?? '').localeCompare(b.lastActivityAt ?? ''),
  },
} satisfies Record<string, { label: string; compare: (a: Client, b: Client) => number }>
type Order = keyof typeof ORDERS

export const $search = atom('')
export const $order = atom<Order>('need')

const $found = computed([$clients, $search], (clients, search) => {
  const wanted = fold(search).trim()
  return (clients.data?.clients ?? []).filter(({ businessName }) => fold(businessName).includes(wanted))
})

export const $shown = computed([$found, $need, $order], (found, need, order) =>
  found.filter(client => need === '' || hasNeed(client, need)).toSorted(ORDERS[order].compare),
)

export const $needs = computed($found, sumNeeds)

export const showAllClients = () => {
  $search.set('')
  setSearch({ colleague: '', need: '' })
}

/** Choices of the filter by colleague, including somebody whom the URL names and who has left. */
export const $colleagueChoices = computed([$clients, $colleague], (clients, colleague) => {
  const choices = (clients.data?.colleagues ?? []).map(({ _id, name, isYou, clients }) => ({
    value: _id,
    label: `${isYou ? 'You' : name} (${clients})`,
  }))
  if (!colleague || choices.some(({ value }) => value === colleague)) return choices
  return [...choices, { value: colleague, label: 'Somebody who left' }]
})

const COLUMNS = [
  { label: 'Name' },
  { label: 'Needs attention' },
  { label: 'Next post' },
  { label: 'Website score', numeric: true },
  { label: 'Last activity' },
]

/** Number of rows in the first paint, more than fit in a window. The others are rendered afterwards. */
const FIRST_ROWS = 20

/** Loaded by the shell before this screen renders. */
export { $clients }

export function Clients() {
  const { title, add, create } = useStore($businessNoun)
  return (
    <>
      <ScreenHeading
        title={title}
        action={
          <Button variant="primary" onClick={create} icon={<Plus />}>
            {add}
          </Button>
        }
      >
        <span className="max-sm:hidden">Every business that you look after, most urgent first.</span>
      </ScreenHeading>
      <Loaded store={$clients} loading={<Loading />}>
        {({ clients }) => <Shown clients={clients} />}
      </Loaded>
    </>
  )
}

function Shown({ clients }: { clients: readonly Client[] }) {
  const shown = useStore($shown)
  const colleague = useStore($colleague)
  const { one, many, title } = useStore($businessNoun)
  const rows = useDeferredValue(shown, shown.slice(0, FIRST_ROWS))
  if (clients.length === 0 && !colleague) return <NoClients />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters />
      {clients.length > 1 && <Needed />}
      <p role="status" className="sr-only">
        {shown.length === 1 ? `One ${one}` : `${shown.length} ${many}`}
      </p>
      {shown.length === 0 ? (
        <NoMatches />
      ) : (
        <div onKeyDown={moveAmong('th a, th button')}>
          <Table stacks caption={title} columns={COLUMNS}>
            {rows.map(client => (
              <ClientRow key={client._id} client={client} />
            ))}
          </Table>
        </div>
      )}
    </div>
  )
}

/** Search, filter and order. On a phone they are behind a button, to leave room for the clients. */
function Filters() {
  const search = useStore($search)
  const colleague = useStore($colleague)
  const choices = useStore($colleagueChoices)
  const isFiltered = search !== '' || colleague !== ''
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="search" className="grid gap-3">
      <Button
        small
        className="justify-self-start sm:hidden"
        icon={<ListFilter />}
        aria-expanded={isOpen || isFiltered}
        onClick={() => setOpen(!isOpen)}
      >
        Search and sort
      </Button>
      <div
        className={classes(
          'flex flex-wrap items-end gap-3 *:grow *:basis-40 *:first:basis-60 sm:*:max-w-56 sm:*:first:max-w-80',
          !isOpen && !isFiltered && 'max-sm:hidden',
        )}
      >
        <TextField
          label={`Search ${useStore($businessNoun).many}`}
          type="search"
          value={search}
          onChange={event => $search.set(event.target.value)}
        />
        {choices.length > 0 && (
          <SelectField
            label="Colleague"
            placeholder="Everybody"
            choices={choices}
            value={colleague}
            onChange={event => setSearch({ colleague: event.target.value })}
          />
        )}
        <SelectField
          label="Sort by"
          choices={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
          value={useStore($order)}
          onChange={event => $order.set(event.target.value as Order)}
        />
      </div>
    </div>
  )
}

/** Needs of all clients, added up. Each filters the clients, and leads to the posts or messages of all of them. */
function Needed() {
  const needs = useStore($needs)
  const chosen = useStore($need)
  const all = needs.find(({ key }) => key === chosen)?.all
  if (needs.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <div role="group" aria-label="Only those with" className={CHIPS}>
        {needs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === chosen}
            onClick={() => setSearch({ need: key === chosen ? '' : key })}
            className={`${PRESSABLE} shrink-0 btn-sm tabular-nums`}
          >
            {label}
          </button>
        ))}
      </div>
      {all && (
        <ButtonLink small href={all.href} className="justify-self-start">
          {all.label}
          <ArrowRight className="size-4" />
        </ButtonLink>
      )}
    </div>
  )
}

function NoMatches() {
  const need = useStore($need)
  const colleague = useStore($colleague)
  const { one, many } = useStore($businessNoun)
  const isSearch = useStore($search).trim() !== ''
  return (
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title="Nothing found"
      action={<Button onClick={showAllClients}>Show all {many}</Button>}
    >
      {need
        ? `None of your ${many} needs this now.`
        : !colleague
          ? `No ${one}’s name matches your search.`
          : isSearch
            ? `None of your colleague’s ${many} has a name that matches your search.`
            : `Your colleague is no longer a member of any of your ${many}.`}
    </EmptyState>
  )
}

function NoClients() {
  const { one, many, create } = useStore($businessNoun)
  return (
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title={`No ${many} yet`}
      action={<Button onClick={create}>Add your first {one}</Button>}
    >
      Add one, or accept an invitation. Here you’ll see which of them need you.
    </EmptyState>
  )
}

const Loading = () => (
  <div className="grid gap-4">
    <Skeleton className="h-16 w-xl max-w-full" />
    <SkeletonRows rows={6} label="Loading clients" />
  </div>
)

/** A row on wide screens, a card on others. */
function ClientRow({ client }: { client: Client }) {
  const now = useStore($now)
  const business = useStore($businesses).get(client._id)
  const { businessName, nextPostAt, week, score, lastActivityAt } = client
  const { posts, planned } = week
  return (
    <tr className="border-base-300 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:border-b max-lg:py-2 max-lg:last:border-b-0 max-lg:*:border-0 max-lg:*:py-1">
      <th scope="row" className="font-normal max-lg:col-span-full lg:max-w-72 lg:min-w-50">
        <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline gap-x-2">
          {/* The mark of the calendar and of lists, or a lock on a business that the reader must open first. */}
          <span aria-hidden="true" className="grid justify-items-center">
            {business ? (
              <BusinessMark business={business} />
            ) : (
              <Lock className="size-3.5 self-center text-soft" />
            )}
          </span>
          <div>
            <ClientLink
              client={client}
              href={ROUTES.client}
              className="inline-flex max-w-full items-center font-semibold wrap-anywhere underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {businessName}
            </ClientLink>
            <RoleOrVisit client={client} />
          </div>
        </div>
      </th>
      <td className="max-lg:col-span-full max-lg:ps-13">
        <Needs client={client} />
      </td>
      <Fact label="Next post" className="max-lg:col-span-full">
        {nextPostAt ? (
          <ClientLink
            client={client}
            href="/dashboard/calendar"
            className="underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {formatDueIn(client.timeZone || timeZone(), nextPostAt)}
          </ClientLink>
        ) : (
          <span className="text-soft">{describeNoPost(client)}</span>
        )}
        {(posts > 0 || planned !== null) && (
          <span className="block text-xs text-soft">{describeWeek(week)}</span>
        )}
      </Fact>
      <Fact label="Score" numeric isEmpty={score === null}>
        {score ?? <None />}
      </Fact>
      <Fact label="Active" className="max-lg:order-1" isEmpty={!lastActivityAt}>
        {lastActivityAt ? (
          <Time instant={lastActivityAt} now={now} zone={client.timeZone || timeZone()} />
        ) : (
          <None />
        )}
      </Fact>
    </tr>
  )
}

type FactProps = {
  label: string
  numeric?: boolean
  isEmpty?: boolean
  className?: string
  children: ReactNode
}

/** A cell, which carries its own label on a card. Cards omit empty cells. */
const Fact = ({ label, numeric, isEmpty, className, children }: FactProps) => (
  <td
    className={classes(
      numeric ? 'tabular-nums max-lg:order-2 lg:text-end' : 'max-lg:ps-13 xl:whitespace-nowrap',
      className,
      isEmpty && 'max-lg:hidden',
    )}
  >
    <span aria-hidden="true" className="me-2 text-xs text-soft lg:hidden">
      {label}
    </span>
    {children}
  </td>
)

const None = () => (
  <span className="text-soft">
    <span aria-hidden="true">—</span>
    <span className="sr-only">None yet</span>
  </span>
)

function Needs({ client }: { client: Client }) {
  const needs = listClientNeeds(client)
  if (needs.length === 0)
    return (
      <span className="flex items-center gap-1.5 text-soft">
        <CircleCheck className="size-4 shrink-0 text-success" />
        Nothing needs you
      </span>
    )
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-1">
      {needs.map(({ key, label, tone, href, action, second }) => (
        <li key={key}>
          <ClientLink
            client={client}
            href={href}
            className="inline-flex min-h-6 items-center rounded-field underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            <Badge tone={tone}>{label}</Badge>
            {key === 'noAccounts' && client.role !== null && (
              <span className="prose-link ms-2 text-sm">{action}</span>
            )}
            <span className="sr-only">: {client.businessName}</span>
          </ClientLink>
          {second && (
            <ClientLink
              client={client}
              href={second.href}
              className="prose-link ms-3 text-sm whitespace-nowrap"
            >
              {second.label}
              <span className="sr-only"> for {client.businessName}</span>
            </ClientLink>
          )}
        </li>
      ))}
    </ul>
  )
}

type ClientLinkProps = { client: Client; href: string; className: string; children: ReactNode }

/** Links to a screen of a business, unless an administrator has to open the business first. */
const ClientLink = ({ client: { _id, role }, href, className, children }: ClientLinkProps) =>
  role === null ? (
    <span className={className.replace('hover:underline', '')}>{children}</span>
  ) : (
    <BusinessLink domainId={_id} href={href} className={className}>
      {children}
    </BusinessLink>
  )

const RoleOrVisit = ({ client }: { client: Client }) =>
  client.role === null ? (
    <Button
      small
      variant="quiet"
      className="-ms-2 flex h-auto min-h-6 w-fit px-2 text-start text-xs underline underline-offset-4"
      aria-label={`Open as administrator: ${client.businessName}`}
      onClick={() => askToOpen(client)}
    >
      Open as administrator
    </Button>
  ) : (
    <span className="block text-xs text-soft first-letter:capitalize">
      {client.isVisit ? 'Open as administrator' : client.role}
    </span>
  )
