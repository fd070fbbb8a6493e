import { useStore } from '@nanostores/react'

import { createDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { usePainted } from '#site/ui/rendering/use-painted.ts'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { Table } from '#site/ui/Table.tsx'
import { ClientRow } from './ClientRow.tsx'
import {
  $clients,
  $colleague,
  $colleagueChoices,
  $order,
  $search,
  $shown,
  filterByColleague,
  type Order,
  ORDERS,
  showAllClients,
} from './store.ts'

const COLUMNS = [
  { label: 'Client' },
  { label: 'Needs attention' },
  { label: 'Next post' },
  { label: 'Website score', numeric: true },
  { label: 'Last activity' },
]

/** More than a window has room for. The others are rendered after the first paint. */
const FIRST_ROWS = 20

/** Loaded by the shell before this screen renders. */
export { $clients }

export const Clients = () => (
  <>
    <ScreenHeading title="Clients">Every business that you look after, most urgent first.</ScreenHeading>
    <Shown />
  </>
)

function Shown() {
  const clients = useStore($clients)
  const shown = useStore($shown)
  const colleague = useStore($colleague)
  const isPainted = usePainted(clients.state)
  if (clients.state === 'loading') return <Loading />
  if (clients.state === 'failed') return <ErrorState message={clients.message} onRetry={$clients.reload} />
  if (clients.data.clients.length === 0 && !colleague) return <NoClients />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters />
      <p role="status" className="sr-only">
        {shown.length === 1 ? 'One client' : `${shown.length} clients`}
      </p>
      {shown.length === 0 ? (
        <NoMatches />
      ) : (
        <Table stacks caption="Clients" columns={COLUMNS}>
          {(isPainted ? shown : shown.slice(0, FIRST_ROWS)).map(client => (
            <ClientRow key={client._id} client={client} />
          ))}
        </Table>
      )}
    </div>
  )
}

const Filters = () => (
  <div role="search" className="flex flex-wrap items-end gap-3">
    <div className="grow basis-60 sm:max-w-80">
      <TextField
        label="Search clients"
        type="search"
        value={useStore($search)}
        onChange={event => $search.set(event.target.value)}
      />
    </div>
    <ColleagueField />
    <div className="grow basis-40 sm:max-w-56">
      <SelectField
        label="Sort by"
        className="w-full"
        choices={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
        value={useStore($order)}
        onChange={event => $order.set(event.target.value as Order)}
      />
    </div>
  </div>
)

function ColleagueField() {
  const choices = useStore($colleagueChoices)
  const colleague = useStore($colleague)
  if (choices.length === 0) return null
  return (
    <div className="grow basis-40 sm:max-w-56">
      <SelectField
        label="Colleague"
        className="w-full"
        placeholder="Everybody"
        choices={choices}
        value={colleague}
        onChange={event => filterByColleague(event.target.value)}
      />
    </div>
  )
}

const NoMatches = () => (
  <div ref={keepFocus} className="rounded-box border border-base-300 bg-raised">
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title="Nothing found"
      action={<Button onClick={showAllClients}>Show all clients</Button>}
    >
      <ReasonForNone />
    </EmptyState>
  </div>
)

function ReasonForNone() {
  const colleague = useStore($colleague)
  const isSearch = useStore($search).trim() !== ''
  if (!colleague) return 'No client’s name matches your search.'
  return isSearch
    ? 'None of your colleague’s clients has a name that matches your search.'
    : 'Your colleague is no longer a member of any of your clients.'
}

const NoClients = () => (
  <div className="rounded-box border border-base-300 bg-raised">
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title="No clients yet"
      action={<Button onClick={createDomain}>Add a business</Button>}
    >
      Add a business, or accept an invitation to one. Here you’ll see which of them need you.
    </EmptyState>
  </div>
)

const Loading = () => (
  <div className="grid gap-4">
    <Skeleton className="h-16 w-xl max-w-full" />
    <SkeletonRows rows={6} label="Loading clients" />
  </div>
)
