import { useStore } from '@nanostores/react'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { clearComposer } from '#site/dashboard/composer/send/send.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $saving, saveAsNew, type Saving, saveNow, openTheirs } from './saving.ts'

const QUIET = {
  saving: { words: 'Saving…', Icon: LoaderCircle },
  saved: { words: 'Saved', Icon: Check },
  offline: { words: 'Offline, saved on this device', Icon: CloudOff },
} as const

/** State of the draft; problems come with a way to solve them. */
export function DraftState() {
  const saving = useStore($saving)
  const quiet = saving.state in QUIET ? QUIET[saving.state as keyof typeof QUIET] : undefined
  return (
    <>
      <p role="status" className="flex items-center not-empty:min-h-8 gap-1.5 text-xs text-soft">
        {quiet && (
          <>
            <quiet.Icon aria-hidden="true" className="size-3.5" />
            {quiet.words}
          </>
        )}
      </p>
      <Trouble saving={saving} />
    </>
  )
}

function Trouble({ saving }: { saving: Saving }) {
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
        <Notice words="This draft was posted or deleted in another window.">
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
    className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-amber/40 bg-amber/10 px-4 py-2.5 text-sm"
  >
    <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" />
    <p className="min-w-48 grow basis-0">{words}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
