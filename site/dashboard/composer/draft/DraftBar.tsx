import { useStore } from '@nanostores/react'
import { Files, NotepadText, SquarePen, Check, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'
import { useState } from 'react'

import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { $busy, $unsent } from '#site/dashboard/composer/send/send.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { startNewPost } from './drafts.ts'
import { $saving } from './saving.ts'

const DraftsDialog = lazyComponent(async () => (await import('./DraftsDialog.tsx')).DraftsDialog)
const TemplatesDialog = lazyComponent(
  async () => (await import('#site/dashboard/composer/TemplatesDialog.tsx')).TemplatesDialog,
)

/** State of the draft, with buttons for other drafts, templates and a new post. While an existing post is edited, shows only its state. */
export function DraftBar() {
  const [open, setOpen] = useState<'drafts' | 'templates'>()
  const busy = useStore($busy)
  const unsent = useStore($unsent)
  const editing = useStore($editing)
  const close = () => setOpen(undefined)
  if (editing) return <DraftState />
  return (
    <>
      <DraftState />
      <div className="flex flex-wrap gap-1 max-sm:-ms-3">
        <Button
          small
          variant="quiet"
          disabled={busy}
          onClick={() => setOpen('drafts')}
          icon={<Files className="size-4 max-sm:hidden" />}
        >
          Drafts
        </Button>
        <Button
          small
          variant="quiet"
          disabled={busy}
          onClick={() => setOpen('templates')}
          icon={<NotepadText className="size-4 max-sm:hidden" />}
        >
          Templates
        </Button>
        {unsent && (
          <span ref={keepFocus}>
            <Button
              small
              variant="quiet"
              disabled={busy}
              onClick={startNewPost}
              icon={<SquarePen className="size-4 max-sm:hidden" />}
            >
              New post
            </Button>
          </span>
        )}
      </div>
      {open === 'drafts' && <DraftsDialog onClose={close} />}
      {open === 'templates' && <TemplatesDialog onClose={close} />}
    </>
  )
}

const QUIET = {
  saving: { label: 'Saving…', Icon: LoaderCircle },
  saved: { label: 'Saved', Icon: Check },
  edited: { label: 'Not saved yet', Icon: PencilLine },
  offline: { label: 'Offline, saved on this device', Icon: CloudOff },
} as const

/** Shows that the draft is safe. */
function DraftState() {
  const { state } = useStore($saving)
  const quiet = state in QUIET ? QUIET[state as keyof typeof QUIET] : undefined
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
