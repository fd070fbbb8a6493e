import { useStore } from '@nanostores/react'
import { RefreshCw, Send } from 'lucide-react'
import { useState } from 'react'

import { MAX_NOTE, MAX_RECIPIENTS, type Report } from '#shared/reports/report.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $businessZone, formatAsOfIn } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { addressesIn, prepare, release } from './store.ts'

type Props = { report: Report; note: string; onNote: (note: string) => void }

/** Form with a personal note and the addresses, and the button that releases the report. */
export function ReleaseForm({ report, note, onNote }: Props) {
  const me = useStore($me)
  const zone = useStore($businessZone)
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState<'release' | 'prepare'>()
  const addresses = typed ?? (me.state === 'ready' ? me.data.email : '')
  const run = async (name: 'release' | 'prepare', action: () => Promise<unknown>) => {
    setBusy(name)
    await action()
    setBusy(undefined)
  }
  return (
    <form
      ref={keepFocus}
      noValidate
      className="grid gap-4 rounded-box border border-base-300 bg-raised p-5"
      onSubmit={event => {
        event.preventDefault()
        void run('release', () => release(report, { note, recipients: addressesIn(addresses) }))
      }}
    >
      <TextArea
        label="A short personal note"
        hint="Optional. It appears at the top of the report."
        rows={3}
        maxLength={MAX_NOTE}
        value={note}
        onChange={event => onNote(event.target.value)}
      />
      <TextField
        label="Email it to"
        hint={`Up to ${MAX_RECIPIENTS} addresses, separated by commas. Leave it empty to share only the link.`}
        inputMode="email"
        autoComplete="off"
        value={addresses}
        onChange={event => setTyped(event.target.value)}
      />
      <p className="text-sm text-soft">
        The figures are {formatAsOfIn(zone, report.preparedAt)}. Releasing freezes them, opens a private link
        and emails it once.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          busy={busy === 'release'}
          icon={<Send aria-hidden="true" className="size-4" />}
        >
          Release
        </Button>
        <Button
          busy={busy === 'prepare'}
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          onClick={() => void run('prepare', () => prepare(report.month))}
        >
          Prepare again
        </Button>
      </div>
    </form>
  )
}
