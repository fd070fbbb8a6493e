import { plural } from '#shared/plural.ts'
import type { BulkAction } from '#shared/posts/bulk.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import type { Change } from './bulk.ts'

export type AskedChange = Change & { action: Exclude<BulkAction, 'move' | 'restore' | 'label'> }

const LABELS: Record<AskedChange['action'], (posts: string) => string> = {
  slot: posts => `Move ${posts} into free slots`,
  cancel: posts => `Cancel ${posts}`,
  duplicate: posts => `Duplicate ${posts}`,
  retry: posts => `Publish ${posts} now`,
  discard: posts => `Discard ${posts}`,
  approve: posts => `Approve ${posts}`,
  submit: posts => `Send ${posts} for approval`,
}

type ConfirmChangeProps = {
  change: AskedChange
  count: number
  /** Number of them on other pages. */
  hidden: number
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a change that can't be undone, or that affects posts on other pages. */
export function ConfirmChange({ change, count, hidden, onConfirm, onCancel }: ConfirmChangeProps) {
  const label = LABELS[change.action](plural(count, 'post'))
  return (
    <ConfirmDialog
      open
      title={`${label}?`}
      confirmLabel={label}
      cancelLabel="Keep as they are"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-2 text-sm">
        {change.action === 'approve' && <p>Each post goes out exactly as it is now.</p>}
        {hidden > 0 && (
          <p>{hidden === 1 ? 'One of them is on another page.' : `${hidden} of them are on other pages.`}</p>
        )}
      </div>
    </ConfirmDialog>
  )
}
