import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import type { LibraryItem } from '#shared/media/library.ts'
import type { MediaKind } from '#shared/media/media.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { AddFiles, Arrivals } from './AddFiles.tsx'
import { LibraryFilters, LibraryGrid } from './LibraryGrid.tsx'
import { $filter, $library, filterLibrary } from './store.ts'

export type LibraryDialogProps = {
  title?: string
  /** Ids of files that can't be chosen again. */
  taken: readonly string[]
  /** Maximum number of files to choose. */
  room: number
  labelFor: (count: number) => string
  /** The only kind of files to choose, if not all. */
  kind?: MediaKind
  /** Label of the button that adds files to the library, if any. */
  uploadLabel?: string
  onChoose: (items: readonly LibraryItem[]) => void
  onClose: () => void
}

/** Chooses files of the library, in the order in which they are pressed. */
export function LibraryDialog({
  title = 'Choose from media',
  taken,
  room,
  labelFor,
  kind,
  uploadLabel,
  onChoose,
  onClose,
}: LibraryDialogProps) {
  const [chosen, setChosen] = useState<readonly LibraryItem[]>([])
  const chosenIds = new Set(chosen.map(({ _id }) => _id))
  const { kind: chosenKind, ...filters } = useStore($filter)
  const isFiltered = Object.values(filters).some(Boolean) || (!kind && chosenKind !== '')
  useEffect(() => {
    if (!kind) return undefined
    filterLibrary({ kind })
    return () => filterLibrary({ kind: '' })
  }, [kind])
  function choose(items: readonly LibraryItem[]) {
    onChoose(items)
    onClose()
  }
  return (
    <ActionModal
      wide
      startsAtTitle
      title={title}
      label={labelFor(chosen.length)}
      disabled={chosen.length === 0}
      onClose={onClose}
      onAction={() => choose(chosen)}
    >
      <div className="grid gap-4">
        {uploadLabel && (
          <>
            <div>
              <AddFiles small label={uploadLabel} />
            </div>
            <Arrivals />
          </>
        )}
        <LibraryFilters hasKinds={!kind} />
        <Loaded store={$library} loading={<SkeletonRows rows={3} label="Loading files" />}>
          {page =>
            page.items.length > 0 ? (
              <LibraryGrid
                {...page}
                chosen={chosenIds}
                isDisabled={item =>
                  taken.includes(item._id) ||
                  (kind !== undefined && item.kind !== kind) ||
                  (room > 1 && chosen.length >= room && !chosenIds.has(item._id))
                }
                // The presses of the double click have chosen the file and removed it again.
                onDoubleClick={item => choose(chosenIds.has(item._id) ? chosen : [...chosen, item])}
                onPress={item =>
                  setChosen(
                    withToggled(room > 1 ? chosen : chosen.filter(({ _id }) => _id === item._id), item),
                  )
                }
              />
            ) : (
              <p className="py-8 text-center text-sm text-soft">
                {isFiltered
                  ? 'No file matches this search.'
                  : `No ${NAMES[kind ?? 'any']} yet. Those that you add to posts appear here, ready for the next one.`}
              </p>
            )
          }
        </Loaded>
      </div>
    </ActionModal>
  )
}

const NAMES = { any: 'files', image: 'pictures', video: 'videos' } as const

/** Adds a file to the chosen ones, or removes it. Compares ids, because a reload returns new objects for the same files. */
export const withToggled = (chosen: readonly LibraryItem[], item: LibraryItem): readonly LibraryItem[] =>
  chosen.some(({ _id }) => _id === item._id)
    ? chosen.filter(({ _id }) => _id !== item._id)
    : [...chosen, item]
