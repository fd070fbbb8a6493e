import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { LibraryItem } from '#shared/media/library.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { LibraryFilters, LibraryGrid } from '#site/dashboard/shared/library/LibraryGrid.tsx'
import { $isFiltered, $library } from '#site/dashboard/shared/library/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { $media } from './media.ts'
import { addFromLibrary } from './uploads.ts'

/** Adds files from the library to the post with their last alt text, without uploading them again. */
export function LibraryDialog({ onClose }: { onClose: () => void }) {
  const media = useStore($media)
  const [chosen, setChosen] = useState<readonly LibraryItem[]>([])
  const room = MAX_FILES - media.length - chosen.length
  const inPost = new Set(
    media.flatMap(({ upload }) => (upload.state === 'uploaded' ? [upload.item._id] : [])),
  )
  const toggle = (item: LibraryItem) =>
    setChosen(chosen.includes(item) ? chosen.filter(each => each !== item) : [...chosen, item])
  function add() {
    addFromLibrary(chosen)
    onClose()
  }
  return (
    <ActionModal
      wide
      startsAtTitle
      title="Choose from media"
      label={chosen.length > 1 ? `Add ${chosen.length} files` : 'Add to post'}
      disabled={chosen.length === 0}
      onClose={onClose}
      onAction={add}
    >
      <div className="grid gap-4">
        <LibraryFilters />
        <Files
          chosen={new Set(chosen.map(({ _id }) => _id))}
          isDisabled={item => inPost.has(item._id) || (room <= 0 && !chosen.includes(item))}
          onPress={toggle}
        />
      </div>
    </ActionModal>
  )
}

type FilesProps = {
  chosen: ReadonlySet<string>
  isDisabled: (item: LibraryItem) => boolean
  onPress: (item: LibraryItem) => void
}

function Files(props: FilesProps) {
  const isFiltered = useStore($isFiltered)
  return (
    <Loaded store={$library} loading={<SkeletonRows rows={3} label="Loading files" />}>
      {({ items, nextCursor }) =>
        items.length > 0 ? (
          <LibraryGrid items={items} nextCursor={nextCursor} {...props} />
        ) : (
          <p className="py-8 text-center text-sm text-soft">
            {isFiltered
              ? 'No file matches this search.'
              : 'No files yet. Files that you add to posts appear here, ready for the next one.'}
          </p>
        )
      }
    </Loaded>
  )
}
