import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'

import type { LibraryItem } from '#shared/media/library.ts'
import type { MediaKind } from '#shared/media/media.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { LibraryFilters, LibraryGrid } from './LibraryGrid.tsx'
import { $isFiltered, $library } from './store.ts'

type LibraryDialogProps = {
  /** Ids of files that can't be chosen again. */
  taken: readonly string[]
  /** Maximum number of files to choose. */
  room: number
  labelFor: (count: number) => string
  /** The only kind of files to choose, if not all. */
  kind?: MediaKind
  children?: ReactNode
  onChoose: (items: readonly LibraryItem[]) => void
  onClose: () => void
}

/** Chooses files of the library, in the order in which they are pressed. */
export function LibraryDialog({
  taken,
  room,
  labelFor,
  kind,
  children,
  onChoose,
  onClose,
}: LibraryDialogProps) {
  const [chosen, setChosen] = useState<readonly LibraryItem[]>([])
  const chosenIds = new Set(chosen.map(({ _id }) => _id))
  function choose() {
    onChoose(chosen)
    onClose()
  }
  return (
    <ActionModal
      wide
      startsAtTitle
      title="Choose from media"
      label={labelFor(chosen.length)}
      disabled={chosen.length === 0}
      onClose={onClose}
      onAction={choose}
    >
      <div className="grid gap-4">
        {children}
        <LibraryFilters />
        <Files
          chosen={chosenIds}
          isDisabled={item =>
            taken.includes(item._id) ||
            (kind !== undefined && item.kind !== kind) ||
            (room > 1 && chosen.length >= room && !chosenIds.has(item._id))
          }
          onPress={item =>
            setChosen(withToggled(room > 1 ? chosen : chosen.filter(({ _id }) => _id === item._id), item))
          }
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

/**
 * Adds a file to the chosen ones, or leaves it out. A search or a reload returns new objects for the same files, so their ids
 * are compared.
 */
export const withToggled = (chosen: readonly LibraryItem[], item: LibraryItem): readonly LibraryItem[] =>
  chosen.some(({ _id }) => _id === item._id)
    ? chosen.filter(({ _id }) => _id !== item._id)
    : [...chosen, item]
