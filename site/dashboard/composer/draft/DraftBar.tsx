import { useStore } from '@nanostores/react'
import { Files, NotepadText, SquarePen } from 'lucide-react'
import { useState } from 'react'

import { $busy, $unsent } from '#site/dashboard/composer/send/send.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { lazyComponent } from '#site/ui/lazy.tsx'
import { startNewPost } from './drafts.ts'
import { DraftState } from './DraftState.tsx'

const DraftsDialog = lazyComponent(async () => (await import('./DraftsDialog.tsx')).DraftsDialog)
const TemplatesDialog = lazyComponent(
  async () => (await import('#site/dashboard/composer/templates/TemplatesDialog.tsx')).TemplatesDialog,
)

/** State of the draft, with buttons for other drafts, templates and a new post. */
export function DraftBar() {
  const [open, setOpen] = useState<'drafts' | 'templates'>()
  const busy = useStore($busy)
  const unsent = useStore($unsent)
  const close = () => setOpen(undefined)
  return (
    <div className="mb-8 grid grid-cols-1 gap-3 border-y border-base-300 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="-ms-3 flex flex-wrap gap-1">
          <Button
            small
            look="quiet"
            disabled={busy}
            onClick={() => setOpen('drafts')}
            icon={<Files aria-hidden="true" className="size-4" />}
          >
            Drafts
          </Button>
          <Button
            small
            look="quiet"
            disabled={busy}
            onClick={() => setOpen('templates')}
            icon={<NotepadText aria-hidden="true" className="size-4" />}
          >
            Templates
          </Button>
          {unsent && (
            <span ref={keepFocus}>
              <Button
                small
                look="quiet"
                disabled={busy}
                onClick={startNewPost}
                icon={<SquarePen aria-hidden="true" className="size-4" />}
              >
                New post
              </Button>
            </span>
          )}
        </div>
        <DraftState />
      </div>
      {open === 'drafts' && <DraftsDialog onClose={close} />}
      {open === 'templates' && <TemplatesDialog onClose={close} />}
    </div>
  )
}
