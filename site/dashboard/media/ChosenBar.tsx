import { useStore } from '@nanostores/react'
import { SquarePen, Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'

import type { LibraryItem } from '#shared/media/library.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { plural } from '#shared/plural.ts'
import { LabelInput } from '#site/dashboard/shared/labels/LabelInput.tsx'
import { $library, $mediaLabels } from '#site/dashboard/shared/library/store.ts'
import { followLink } from '#site/dashboard/shared/router.ts'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { $chosen, $chosenIds, chooseAll, deleteAll, draftWith, endChoosing, labelAll } from './selection.ts'

/** Offers changes of the chosen files; sticks to the bottom of the screen. */
export function ChosenBar() {
  const chosen = useStore($chosen)
  const isChoosing = useStore($chosenIds) !== undefined
  const shown = useStore($library).data?.items.length ?? 0
  const [isLabelling, setIsLabelling] = useState(false)
  if (!isChoosing) return null
  const none = chosen.length === 0
  return (
    <section
      aria-label="Chosen files"
      className="sticky bottom-[calc(var(--bar-bottom)+0.75rem)] z-30 mt-3 flex flex-wrap items-center gap-1 rounded-box border border-edge bg-raised px-2 py-1.5"
    >
      <IconButton label="Stop choosing" icon={<X className="size-5" />} onClick={endChoosing} />
      <p role="status" className="me-auto text-sm font-semibold tabular-nums">
        {none ? 'Choose files' : `${chosen.length} chosen`}
      </p>
      {chosen.length < shown && (
        <Button small variant="quiet" onClick={chooseAll}>
          All {shown}
        </Button>
      )}
      <BusyButton
        small
        variant="quiet"
        disabled={none || chosen.length > MAX_FILES}
        title={chosen.length > MAX_FILES ? `A post takes up to ${MAX_FILES} files` : undefined}
        icon={<SquarePen />}
        onClick={async () => {
          const path = await draftWith(chosen)
          if (path) followLink(path)
        }}
      >
        New post
      </BusyButton>
      <Button small variant="quiet" disabled={none} icon={<Tag />} onClick={() => setIsLabelling(true)}>
        Label
      </Button>
      <BusyButton
        small
        variant="quiet"
        disabled={none}
        icon={<Trash2 />}
        onClick={async () => await deleteAll(chosen)}
      >
        Delete
      </BusyButton>
      {isLabelling && <LabelDialog items={chosen} onClose={() => setIsLabelling(false)} />}
    </section>
  )
}

function LabelDialog({ items, onClose }: { items: readonly LibraryItem[]; onClose: () => void }) {
  const [labels, setLabels] = useState<string[]>([])
  const known = useStore($mediaLabels).data
  return (
    <ActionModal
      title={`Label ${plural(items.length, 'file')}`}
      label="Add labels"
      disabled={labels.length === 0}
      onClose={onClose}
      onAction={async () => {
        await labelAll(items, labels)
        onClose()
      }}
    >
      <LabelInput label="Labels" labels={labels} onChange={setLabels} known={known} />
    </ActionModal>
  )
}
