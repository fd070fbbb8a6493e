import { useStore } from '@nanostores/react'
import { Files, NotepadText, SquarePen } from 'lucide-react'
import { useState } from 'react'

import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { $busy, $unsent } from '#site/dashboard/composer/send/send.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { startNewPost } from './drafts.ts'
import { DraftState } from './DraftState.tsx'

const DraftsDialog = lazyComponent(async () => (await import('./DraftsDialog.tsx')).DraftsDialog)
const TemplatesDialog = lazyComponent(
  async () => (await import('#site/dashboard/composer/templates/TemplatesDialog.tsx')).TemplatesDialog,
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
          icon={<Files aria-hidden="true" className="size-4 max-sm:hidden" />}
        >
          Drafts
        </Button>
        <Button
          small
          variant="quiet"
          disabled={busy}
          onClick={() => setOpen('templates')}
          icon={<NotepadText aria-hidden="true" className="size-4 max-sm:hidden" />}
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
              icon={<SquarePen aria-hidden="true" className="size-4 max-sm:hidden" />}
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
