import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'

import { REQUEST_STATUSES, REQUEST_STATUS_LABELS } from '#shared/requests/pipeline.ts'
import { csvOf } from '#shared/text/csv.ts'
import { stageFacts, type SubmittedRequest } from '#site/dashboard/admin/columns.ts'
import { OpenRequest } from '#site/dashboard/admin/pipeline/OpenRequest.tsx'
import { useColleagues } from '#site/dashboard/admin/pipeline/progress.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $router, setSearch } from '#site/dashboard/shared/router.ts'
import { formatNumber } from '#site/lib/format.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/Button.tsx'
import { Letter } from '#site/ui/drawings.tsx'
import { TextField, SelectField } from '#site/ui/fields/Field.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { $filters, filter, NOBODY, openPage, type RequestList } from './request-list.ts'
import { RequestTable } from './RequestTable.tsx'

export function Requests<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const all = useStore(list.$all)
  const { rows } = useStore(list.$view)
  // A link in a mail names the request, too.
  const openId = useStore($router)?.search.request
  if (all.state === 'loading') return <Loading />
  if (all.state === 'failed') return <ErrorState message={all.message} onRetry={list.$all.reload} />
  const open = all.data.find(({ _id }) => _id === openId)
  const onView = ({ _id }: Request) => setSearch({ request: _id })
  const onClose = () => setSearch({ request: '' })
  const onDelete = (request: Request) => {
    onClose()
    ask({
      title: 'Delete this request?',
      label: 'Delete',
      danger: true,
      children: (
        <p>
          This removes <strong>{list.sender(request)}</strong>’s request. You can undo it right afterwards.
        </p>
      ),
      onAction: () => list.remove(request),
    })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{list.caption}</h2>
      {all.data.length > 0 && <SearchBar list={list} />}
      {rows.length === 0 ? (
        <NoRequests list={list} searched={all.data.length > 0} />
      ) : (
        <>
          <RequestTable list={list} rows={rows} {...{ onView, onDelete }} />
          <Pagination list={list} />
        </>
      )}
      {open && <OpenRequest key={open._id} request={open} {...{ list, onClose, onDelete }} />}
    </div>
  )
}

type NoRequestsProps<Request extends SubmittedRequest> = { list: RequestList<Request>; searched: boolean }

function NoRequests<Request extends SubmittedRequest>({ list, searched }: NoRequestsProps<Request>) {
  const { status } = useStore($filters)
  const search = useStore(list.$search)
  const isAllDone = status === 'new' && search === ''
  const clear = () => {
    list.search('')
    filter({ status: 'all', assignee: '' })
  }
  return (
    <EmptyState
      drawing={<Letter />}
      title={list.empty}
      action={searched && <Button onClick={clear}>Show all requests</Button>}
    >
      {!searched
        ? 'Requests from the website appear here.'
        : isAllDone
          ? 'Every request here has been answered. New ones appear automatically.'
          : 'No requests match your search and filters.'}
    </EmptyState>
  )
}

const Loading = () => (
  <div className="grid gap-4">
    <Skeleton className="h-11 w-80 max-w-full" />
    <Skeleton className="h-9 w-96 max-w-full" />
    <SkeletonRows rows={6} label="Loading requests" />
  </div>
)

/** Position in the list. Next is enabled only if the next page has rows. */
function Pagination<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const { rows, from, page, pages, total } = useStore(list.$view)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-soft tabular-nums">
        {formatNumber(from + 1)} to {formatNumber(from + rows.length)} of {formatNumber(total)}
      </p>
      <div className="flex gap-2">
        <Button small disabled={page === 0} onClick={() => openPage(page - 1)} icon={<ChevronLeft />}>
          Previous
        </Button>
        <Button small disabled={page >= pages - 1} onClick={() => openPage(page + 1)}>
          Next
          <ChevronRight className="size-4" />
        </Button>
      </div>
    </nav>
  )
}

function SearchBar<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const search = useStore(list.$search)
  const found = useStore(list.$found)
  const colleagues = useColleagues()
  const columns = [...list.facts, ...stageFacts]

  function onExport() {
    const rows = found.map(request => columns.map(({ text }) => text(request)))
    const name = `${list.caption.toLowerCase().replaceAll(' ', '-')}.csv`
    saveFile(name, csvOf([columns.map(({ label }) => label), ...rows]), 'text/csv;charset=utf-8')
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow basis-60 sm:max-w-80">
          <TextField
            label="Search"
            type="search"
            placeholder="A name, an email, a word"
            value={search}
            onChange={event => list.search(event.target.value)}
          />
        </div>
        <div className="grow basis-40 sm:max-w-56">
          <SelectField
            label="Assigned to"
            value={useStore($filters).assignee}
            onChange={event => filter({ assignee: event.target.value })}
            choices={[
              { value: '', label: 'Anyone' },
              { value: NOBODY, label: 'Nobody yet' },
              ...colleagues.map(({ _id, label }) => ({ value: _id, label })),
            ]}
          />
        </div>
        <Button className="sm:ms-auto" onClick={onExport} disabled={found.length === 0} icon={<Download />}>
          Export CSV
        </Button>
      </div>
      <StageFilter list={list} />
    </div>
  )
}

const FILTERS = ['all', ...REQUEST_STATUSES] as const
const LABELS = { all: 'All', ...REQUEST_STATUS_LABELS }

function StageFilter<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const { status: chosen } = useStore($filters)
  const counts = useStore(list.$counts)
  const choices = FILTERS.map(status => ({
    key: status,
    label: (
      <>
        {LABELS[status]}{' '}
        {counts[status] > 0 && <span className="tabular-nums">{formatNumber(counts[status])}</span>}
      </>
    ),
  }))
  return (
    <div className="max-sm:[&_button]:px-2">
      <Segments
        wraps
        label="Status"
        choices={choices}
        chosen={chosen}
        onChoose={status => filter({ status })}
      />
    </div>
  )
}
