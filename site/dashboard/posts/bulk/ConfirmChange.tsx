import { plural } from '#shared/plural.ts'
import type { BulkAction } from '#shared/posts/bulk.ts'
import { HELD_UNAPPROVED, type Post } from '#shared/posts/posts.ts'
import { goesOutWhenApproved } from '#site/dashboard/shared/post-dialogs/messages.ts'
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
  posts: readonly Post[]
  /** Number of them on other pages. */
  hidden: number
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a change that can't be undone, or that affects posts on other pages. */
export function ConfirmChange({ change, posts, hidden, onConfirm, onCancel }: ConfirmChangeProps) {
  const label = LABELS[change.action](plural(posts.length, 'post'))
  const notes = [
    ...(change.action === 'approve' ? approvalNotes(posts) : []),
    hidden > 0 &&
      (hidden === 1 ? 'One of them is on another page.' : `${hidden} of them are on other pages.`),
  ].filter(note => note !== false)
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
        {notes.map(note => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </ConfirmDialog>
  )
}

/** Says when the approved posts go out, if not all of them do at their times. */
function approvalNotes(posts: readonly Post[]) {
  const atOnce = posts.filter(goesOutWhenApproved).length
  const missed = posts.filter(({ deliveries }) =>
    deliveries.some(({ state, reasonCode }) => state === 'held' && HELD_UNAPPROVED.includes(reasonCode)),
  ).length
  return [
    'Each post goes out exactly as it is now.',
    atOnce > 0 && `${plural(atOnce, 'post goes', 'posts go')} out at once.`,
    missed > 0 && `${plural(missed, 'post needs', 'posts need')} a new time first.`,
  ]
}
