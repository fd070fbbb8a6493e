import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { Letter } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton, SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { DeleteRequest } from './DeleteRequest.tsx'
import type { Kind } from './kind.ts'
import { Pagination } from './Pagination.tsx'
import type { Sent } from './request-list.ts'
import { RequestCards } from './RequestCards.tsx'
import { RequestDetails } from './RequestDetails.tsx'
import { RequestTable } from './RequestTable.tsx'
import { SearchBar } from './SearchBar.tsx'
import { inUrl, placeInUrl } from './url.ts'

type Open<Request> = { dialog: 'none' } | { dialog: 'view' | 'delete'; request: Request }

/** A list of visitors' requests: search, table, pages and actions. */
export function Requests<Request extends Sent>({ kind }: { kind: Kind<Request> }) {
  const { list } = kind
  const all = useStore(list.$all)
  const { rows, page } = useStore(list.$view)
  const isReady = all.state === 'ready'
  const [open, setOpen] = useState<Open<Request>>({ dialog: 'none' })
  useEffect(() => list.openPage(Number(inUrl('page') || 1) - 1), [list])
  useEffect(() => {
    if (isReady) placeInUrl({ page: page === 0 ? '' : String(page + 1) })
  }, [isReady, page])
  const close = () => setOpen({ dialog: 'none' })

  if (all.state === 'loading') return <Loading />
  if (all.state === 'failed') return <ErrorState message={all.message} onRetry={list.$all.reload} />
  const actions = {
    onView: (request: Request) => setOpen({ dialog: 'view', request }),
    onDelete: (request: Request) => setOpen({ dialog: 'delete', request }),
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{kind.caption}</h2>
      {all.data.length > 0 && <SearchBar kind={kind} />}
      {rows.length === 0 ? (
        <Nothing kind={kind} searched={all.data.length > 0} />
      ) : (
        <>
          <RequestTable kind={kind} rows={rows} {...actions} />
          <RequestCards kind={kind} rows={rows} {...actions} />
          <Pagination list={list} />
        </>
      )}
      {open.dialog === 'view' && (
        <RequestDetails kind={kind} request={open.request} onClose={close} onDelete={actions.onDelete} />
      )}
      {open.dialog === 'delete' && <DeleteRequest kind={kind} request={open.request} onClose={close} />}
    </div>
  )
}

function Nothing<Request extends Sent>({ kind, searched }: { kind: Kind<Request>; searched: boolean }) {
  return (
    <div className="rounded-box border border-base-300 bg-raised">
      <EmptyState
        drawing={<Letter />}
        title={kind.empty}
        action={searched && <Button onClick={() => kind.list.search('')}>Clear the search</Button>}
      >
        {searched ? 'No requests match your search.' : 'Requests from the website appear here, newest first.'}
      </EmptyState>
    </div>
  )
}

const Loading = () => (
  <div className="grid gap-4">
    <Skeleton className="h-11 w-80 max-w-full" />
    <SkeletonRows rows={6} label="Loading requests" />
  </div>
)
