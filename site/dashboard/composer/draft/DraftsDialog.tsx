import { useStore } from '@nanostores/react'
import { FileText, Trash2 } from 'lucide-react'
import { useEffect } from 'react'

import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $drafts, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { ButtonLink, keepFocus } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Letter } from '#site/ui/drawings.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { deleteDraft, openDraft } from './drafts.ts'
import { saveNow } from './saving.ts'

export function DraftsDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => void saveNow().then($drafts.reload), [])
  return (
    <Modal
      open
      wide
      title="Drafts"
      onClose={onClose}
      actions={<ButtonLink href="/dashboard/import">Import posts</ButtonLink>}
    >
      <List onClose={onClose} />
    </Modal>
  )
}

function List({ onClose }: { onClose: () => void }) {
  const drafts = useStore($drafts)
  if (drafts.state === 'loading') return <SkeletonRows rows={3} label="Loading drafts" />
  if (drafts.state === 'failed') return <ErrorState message={drafts.message} onRetry={$drafts.reload} />
  if (drafts.data.length === 0) {
    return (
      <EmptyState drawing={<Letter />} title="No drafts">
        What you write is saved here automatically until you post it.
      </EmptyState>
    )
  }
  return (
    // The first row's tooltip needs room above it.
    <ul className="grid grid-cols-1 divide-y divide-base-300 pt-3.5">
      {drafts.data.map(draft => (
        <Row key={draft._id} draft={draft} onClose={onClose} />
      ))}
    </ul>
  )
}

function Row({ draft, onClose }: { draft: DraftSummary; onClose: () => void }) {
  const title = titleOf(draft)
  return (
    <li ref={keepFocus} className="flex items-center gap-3 py-2">
      <button
        type="button"
        className="flex min-w-0 grow cursor-pointer items-center gap-3 rounded-field p-1 text-start hover:bg-base-200"
        onClick={() => {
          onClose()
          void openDraft(draft._id)
        }}
      >
        {draft.thumbnailUrl ? (
          <img src={draft.thumbnailUrl} alt="" className="size-12 shrink-0 rounded-field object-cover" />
        ) : (
          <span className="grid size-12 shrink-0 place-items-center rounded-field bg-base-200 text-soft">
            <FileText className="size-5" />
          </span>
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className={`truncate text-sm font-semibold ${draft.text ? '' : 'text-soft'}`}>{title}</span>
          <span className="truncate text-xs text-soft">
            {factsOf(draft)}
            <span className="sm:hidden">
              {factsOf(draft) && ', '}
              {formatRelative(draft.updatedAt)}
            </span>
          </span>
        </span>
      </button>
      <span className="text-xs text-soft max-sm:hidden">
        <Time instant={draft.updatedAt} />
      </span>
      <IconButton
        label={`Delete the draft “${title}”`}
        tip="Delete"
        danger
        icon={<Trash2 />}
        onClick={() => deleteDraft(draft._id)}
      />
    </li>
  )
}

function factsOf({ networks: chosen, mediaCount, publishAt, author }: DraftSummary): string {
  const files = mediaCount === 0 ? [] : [plural(mediaCount, 'file')]
  const time = publishAt ? [formatExact(publishAt, $businessZone.get())] : []
  return [
    ...(author ? [`by ${author}`] : []),
    ...chosen.map(network => networks[network].name),
    ...files,
    ...time,
  ].join(', ')
}
