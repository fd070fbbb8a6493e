import { useStore } from '@nanostores/react'
import { Upload } from 'lucide-react'
import { type DragEvent, useRef } from 'react'

import { ACCEPTED_FILES } from '#shared/media/media.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { NoBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { LibraryFilters, LibraryGrid } from '#site/dashboard/shared/library/LibraryGrid.tsx'
import { $isFiltered, $library, clearFilter } from '#site/dashboard/shared/library/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $isBeside } from '#site/dashboard/shared/post-dialogs/url.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Button } from '#site/ui/Button.tsx'
import { EmptyCalendar } from '#site/ui/drawings.tsx'
import { EmptyState, ErrorState, Skeleton } from '#site/ui/states.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { $arrivals, type Arrival, openItem, uploadFiles } from './store.ts'

/** The pictures and videos of the business, to look up and to use again. */
export function MediaScreen() {
  const domains = useStore($domains)
  const domain = useStore($selectedDomain)
  const mayWrite = useStore($can)('write')
  const isBeside = useStore($isBeside)
  const without = domains.state === 'ready' && !domain
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (!without && mayWrite) void uploadFiles([...event.dataTransfer.files])
  }
  return (
    <div onDragOver={event => event.preventDefault()} onDrop={onDrop}>
      <ScreenHeading title="Media" action={without || !mayWrite ? undefined : <AddFiles />}>
        {isBeside
          ? 'Drag a picture or video into the post beside.'
          : 'Every picture and video that you’ve added for this business. Use them again in any post.'}
      </ScreenHeading>
      {without ? (
        <NoBusiness heading="Media">Files belong to a business. Add yours first.</NoBusiness>
      ) : (
        <div className="grid gap-6">
          <Arrivals />
          <LibraryFilters />
          <Files />
        </div>
      )}
      <ItemDialog />
    </div>
  )
}

function AddFiles() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="primary"
        onClick={() => input.current?.click()}
        icon={<Upload aria-hidden="true" className="size-4" />}
      >
        Add files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        aria-label="Add pictures or videos"
        onChange={event => {
          void uploadFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Files that are being uploaded or converted. A conversion goes on when the page is closed. */
function Arrivals() {
  const arrivals = useStore($arrivals)
  if (arrivals.length === 0) return null
  return (
    <ul
      aria-label="Files on their way"
      className="grid gap-3 rounded-box border border-base-300 bg-raised p-4 text-sm"
    >
      {arrivals.map(arrival => (
        <ArrivalRow key={arrival.id} {...arrival} />
      ))}
    </ul>
  )
}

function ArrivalRow({ name, isConverting, share }: Arrival) {
  const isChecking = !isConverting && share === 1
  const percent = Math.floor(share * 100)
  const doing = isConverting ? 'Converting' : isChecking ? 'Checking' : 'Uploading'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <span className="truncate font-semibold">{name}</span>
      <span className="text-soft">
        {doing}{' '}
        {!isChecking && (
          <span translate="no" className="tabular-nums">
            {percent}%
          </span>
        )}
      </span>
      <progress
        aria-label={`${doing} ${name}`}
        max={100}
        value={isChecking ? undefined : percent}
        className="progress col-span-full progress-primary"
      />
    </li>
  )
}

function Files() {
  const library = useStore($library)
  const isFiltered = useStore($isFiltered)
  const mayWrite = useStore($can)('write')
  if (library.state === 'failed') return <ErrorState message={library.message} onRetry={$library.reload} />
  if (library.state === 'loading') return <Loading />
  const { items, nextCursor } = library.data
  if (items.length > 0) return <LibraryGrid items={items} nextCursor={nextCursor} onPress={openItem} />
  return (
    <EmptyState
      boxed
      drawing={<EmptyCalendar />}
      heading="h2"
      title={isFiltered ? 'Nothing found' : 'No files yet'}
      action={isFiltered && <Button onClick={clearFilter}>Show everything</Button>}
    >
      {isFiltered
        ? 'No file matches this search.'
        : mayWrite
          ? 'Drop pictures or videos here, or add them to a post: they stay here for the next one.'
          : 'Pictures and videos appear here once somebody adds them to a post.'}
    </EmptyState>
  )
}

const Loading = () => (
  <div
    role="status"
    aria-label="Loading files"
    className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3"
  >
    {Array.from({ length: 12 }, (_, at) => (
      <Skeleton key={at} className="aspect-square w-full" />
    ))}
  </div>
)
