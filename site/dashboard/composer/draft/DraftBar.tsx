import { useStore } from '@nanostores/react'
import { Files, NotepadText, SquarePen, Check, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'

import { $editing, loadEditor } from '#site/dashboard/composer/edit/editing.ts'
import { $busy, $unsent } from '#site/dashboard/composer/send/sending.ts'
import { $drafts, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Notice } from '#site/ui/Notice.tsx'
import { clearComposer } from './clear-composer.ts'
import { $lastDraft, openDraft, startNewPost } from './drafts.ts'
import { $saving, openTheirs, saveAsNew, saveNow } from './saving.ts'

const openTemplates = () =>
  openDialog(async () => (await import('#site/dashboard/composer/TemplatesDialog.tsx')).TemplatesDialog, {})

/** State of the draft or edit. For a draft, also buttons for other drafts, templates and a new post. */
export function DraftBar() {
  const busy = useStore($busy)
  const unsent = useStore($unsent)
  const editing = useStore($editing)
  if (editing) return <DraftState />
  return (
    <>
      <DraftState />
      <div className="flex flex-wrap gap-1 max-sm:-ms-3">
        <ContinueDraft />
        <ButtonLink
          small
          variant="quiet"
          href="/dashboard/view-post?tab=drafts"
          icon={<Files className="size-4 max-sm:hidden" />}
        >
          Drafts <DraftCount />
        </ButtonLink>
        <Button
          small
          variant="quiet"
          disabled={busy}
          onClick={openTemplates}
          icon={<NotepadText className="size-4 max-sm:hidden" />}
        >
          Templates
        </Button>
        {unsent && (
          <Button
            small
            variant="quiet"
            disabled={busy}
            onClick={startNewPost}
            icon={<SquarePen className="size-4 max-sm:hidden" />}
          >
            New post
          </Button>
        )}
      </div>
    </>
  )
}

function ContinueDraft() {
  const draft = useStore($lastDraft)
  const busy = useStore($busy)
  if (!draft || busy) return null
  const title = titleOf(draft)
  return (
    <span title={title} className="max-sm:ms-3">
      <Button
        small
        onClick={() => openDraft(draft._id, null)}
        icon={<PencilLine className="size-4 max-sm:hidden" />}
      >
        <span>
          Continue<span className="max-[22rem]:sr-only"> your draft</span>
          <span className="sr-only">: {title}</span>
        </span>
      </Button>
    </span>
  )
}

function DraftCount() {
  const drafts = useStore($drafts)
  if (drafts.state !== 'ready' || drafts.data.length === 0) return null
  return (
    <span translate="no" className="font-normal text-soft tabular-nums">
      {drafts.data.length}
    </span>
  )
}

const QUIET_STATES = {
  saving: { label: 'Saving…', Icon: LoaderCircle },
  saved: { label: 'Saved', Icon: Check },
  edited: { label: 'Not saved yet', Icon: PencilLine },
  offline: { label: 'Offline, saved on this device', Icon: CloudOff },
} as const

function DraftState() {
  const { state } = useStore($saving)
  const quiet = state in QUIET_STATES ? QUIET_STATES[state as keyof typeof QUIET_STATES] : undefined
  return (
    <p role="status" className="flex items-center gap-1.5 text-xs text-soft empty:hidden max-sm:order-last">
      {quiet && (
        <>
          <quiet.Icon aria-hidden="true" className="size-3.5" />
          <span className="max-[22rem]:sr-only">{quiet.label}</span>
        </>
      )}
    </p>
  )
}

/** Says that the content was changed, published or deleted elsewhere, or isn't saved. The author decides between the versions. */
export function DraftTrouble() {
  const saving = useStore($saving)
  const { postId } = useStore($editing) ?? {}
  const keep = (
    <Button small onClick={saveAsNew}>
      Keep mine as a new draft
    </Button>
  )
  switch (saving.state) {
    case 'changed':
      return (
        <Trouble message={`This ${postId ? 'post' : 'draft'} was changed in another window.`}>
          <Button small onClick={async () => (postId ? (await loadEditor())?.openCurrent() : openTheirs())}>
            Show that version
          </Button>
          {keep}
        </Trouble>
      )
    case 'gone':
      return (
        <Trouble message={saving.message}>
          {postId ? (
            <ButtonLink small href={`/dashboard/view-post?post=${postId}`}>
              See the post
            </ButtonLink>
          ) : (
            <Button small onClick={clearComposer}>
              Start a new post
            </Button>
          )}
          {keep}
        </Trouble>
      )
    case 'failed':
      return (
        <Trouble message={saving.message}>
          <Button small onClick={saveNow}>
            Try again
          </Button>
        </Trouble>
      )
    default:
      return null
  }
}

/** Focuses the notice after a rejected save, because it is far above the pressed button. */
export const focusTrouble = () => document.querySelector<HTMLElement>('[data-trouble]')?.focus()

type TroubleProps = { message: string; children: ReactNode }

const Trouble = ({ message, children }: TroubleProps) => (
  <Notice data-trouble role="alert" tabIndex={-1} className="mb-4 w-full" actions={children}>
    {message}
  </Notice>
)
