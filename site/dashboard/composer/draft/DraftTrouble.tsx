import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { clearComposer } from '#site/dashboard/composer/send/send.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $saving, openTheirs, saveAsNew, saveNow } from './saving.ts'

/** A problem of saving the draft, with a way to solve it. */
export function DraftTrouble() {
  const saving = useStore($saving)
  switch (saving.state) {
    case 'changed':
      return (
        <Notice words="This draft was changed in another window.">
          <Button small onClick={openTheirs}>
            Show that version
          </Button>
          <Button small onClick={saveAsNew}>
            Keep mine as a new draft
          </Button>
        </Notice>
      )
    case 'gone':
      return (
        <Notice words={saving.message}>
          <Button small onClick={clearComposer}>
            Start a new post
          </Button>
          <Button small onClick={saveAsNew}>
            Keep mine as a new draft
          </Button>
        </Notice>
      )
    case 'failed':
      return (
        <Notice words={saving.message}>
          <Button small onClick={saveNow}>
            Try again
          </Button>
        </Notice>
      )
    default:
      return null
  }
}

const Notice = ({ words, children }: { words: string; children: ReactNode }) => (
  <div
    ref={keepFocus}
    role="alert"
    className="mb-4 flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-amber/40 bg-amber/10 px-4 py-2.5 text-sm"
  >
    <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" />
    <p className="min-w-48 grow basis-0">{words}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
