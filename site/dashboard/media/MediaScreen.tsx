import { useStore } from '@nanostores/react'
import { Download, SquarePen, Tag, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'

import { MAX_FILES } from '#shared/media/media.ts'
import { plural } from '#shared/plural.ts'
import { NoBusiness } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { LabelsDialog } from '#site/dashboard/shared/labels/LabelsDialog.tsx'
import { AddFiles, Arrivals } from '#site/dashboard/shared/library/AddFiles.tsx'
import { uploadFiles } from '#site/dashboard/shared/library/arrivals.ts'
import { LibraryFilters, LibraryGrid } from '#site/dashboard/shared/library/LibraryGrid.tsx'
import { $isFiltered, $library, clearFilter, $mediaLabels } from '#site/dashboard/shared/library/store.ts'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $isBeside } from '#site/dashboard/shared/post-dialogs/url.ts'
import { followLink } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { SelectionBar, type ShownAction } from '#site/dashboard/shared/SelectionBar.tsx'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { EmptyCalendar, Pictures } from '#site/ui/drawings.tsx'
import { EmptyState, ErrorState, Skeleton } from '#site/ui/states.tsx'
import { ItemDialog, openItem } from './ItemDialog.tsx'
import {
  $chosenIds,
  choose,
  endChoosing,
  startChoosing,
  $chosen,
  chooseAll,
  deleteAll,
  downloadAll,
  draftWith,
  dropOnLabel,
  labelAll,
} from './selection.ts'

/** The pictures and videos of the business, to look up and to use again. */
export function MediaScreen() {
  const domains = useStore($domains)
  const domain = useStore($selectedDomain)
  const mayWrite = useStore($can)('write')
  const isBeside = useStore($isBeside)
  const isFiltered = useStore($isFiltered)
  const isEmpty = useStore($library).data?.items.length === 0 && !isFiltered
  const without = domains.state === 'ready' && !domain
  const [isOver, setIsOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(!without && mayWrite && event.dataTransfer.types.includes('Files'))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!without && mayWrite) void uploadFiles([...event.dataTransfer.files])
  }
  return (
    <div
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={`min-h-[70dvh] rounded-box ${isOver ? 'outline-2 outline-offset-8 outline-primary outline-dashed' : ''}`}
    >
      <ScreenHeading
        title="Media"
        action={
          without || !mayWrite ? undefined : (
            <div className="flex gap-2">
              <ChooseButton />
              {!isEmpty && <AddFiles variant="primary" />}
            </div>
          )
        }
      >
        {isBeside
          ? 'Drag a picture or video into the post beside.'
          : 'Every picture and video that you’ve added for this business. Use them again in any post.'}
      </ScreenHeading>
      {without ? (
        <NoBusiness>Files belong to a business. Add yours first.</NoBusiness>
      ) : (
        <div className="grid gap-6">
          <Arrivals />
          {!isEmpty && <LibraryFilters onLabel={mayWrite ? dropOnLabel : undefined} />}
          <Files />
        </div>
      )}
      <ItemDialog />
    </div>
  )
}

/** Turns on selecting by a press. Shift, Ctrl or a long touch on a file also selects it. */
function ChooseButton() {
  const hasFiles = (useStore($library).data?.items.length ?? 0) > 0
  const isChoosing = useStore($chosenIds) !== undefined
  if (!hasFiles) return null
  return (
    <Button aria-pressed={isChoosing} onClick={isChoosing ? endChoosing : startChoosing}>
      Select
    </Button>
  )
}

function Files() {
  const library = useStore($library)
  const isFiltered = useStore($isFiltered)
  const mayWrite = useStore($can)('write')
  const chosenIds = useStore($chosenIds)
  useEffect(() => endChoosing, [])
  if (library.state === 'failed') return <ErrorState message={library.message} onRetry={$library.reload} />
  if (library.state === 'loading') return <Loading />
  const { items, nextCursor } = library.data
  if (items.length > 0)
    return (
      <>
        <LibraryGrid
          items={items}
          nextCursor={nextCursor}
          onPress={openItem}
          {...(mayWrite && { onChoose: choose, chosen: chosenIds })}
        />
        <ChosenBar />
      </>
    )
  return (
    <EmptyState
      drawing={isFiltered ? <EmptyCalendar /> : <Pictures />}
      heading="h2"
      title={isFiltered ? 'Nothing found' : 'No files yet'}
      action={
        isFiltered ? (
          <Button onClick={clearFilter}>Show everything</Button>
        ) : (
          mayWrite && <AddFiles variant="primary" />
        )
      }
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
    className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]"
  >
    {Array.from({ length: 12 }, (_, at) => (
      <Skeleton key={at} className="aspect-square w-full" />
    ))}
  </div>
)

/** The actions on the chosen files. */
function ChosenBar() {
  const chosen = useStore($chosen)
  const isChoosing = useStore($chosenIds) !== undefined
  const shown = useStore($library).data?.items.length ?? 0
  const known = useStore($mediaLabels).data
  if (!isChoosing) return null
  async function startPost() {
    if (chosen.length > MAX_FILES) return toast('info', `A post takes up to ${MAX_FILES} files. Pick fewer.`)
    const path = await draftWith(chosen)
    if (path) followLink(path)
  }
  const label = () =>
    showDialog(LabelsDialog, {
      title: `Labels of ${plural(chosen.length, 'file')}`,
      items: chosen,
      known,
      onChange: change => labelAll(chosen, change),
    })
  const actions: ShownAction[] = [
    { label: 'New post', icon: SquarePen, run: startPost },
    { label: 'Label', icon: Tag, run: label },
    { label: 'Download', icon: Download, run: () => downloadAll(chosen) },
    { label: 'Delete', icon: Trash2, run: () => deleteAll(chosen) },
  ]
  return (
    <SelectionBar
      label="Selected files"
      count={chosen.length}
      onClear={endChoosing}
      more={
        chosen.length < shown && (
          <Button small variant="quiet" onClick={chooseAll}>
            Select all {shown}
          </Button>
        )
      }
      actions={chosen.length > 0 ? actions : []}
    />
  )
}
