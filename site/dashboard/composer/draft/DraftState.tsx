import { useStore } from '@nanostores/react'
import { Check, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'

import { $saving } from './saving.ts'

const QUIET = {
  saving: { label: 'Saving…', Icon: LoaderCircle },
  saved: { label: 'Saved', Icon: Check },
  edited: { label: 'Not saved yet', Icon: PencilLine },
  offline: { label: 'Offline, saved on this device', Icon: CloudOff },
} as const

/** Shows that the draft is safe. */
export function DraftState() {
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
