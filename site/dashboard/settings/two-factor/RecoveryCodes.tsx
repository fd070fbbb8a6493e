import { Copy, Download } from 'lucide-react'
import { useState } from 'react'

import { brand } from '#shared/brand.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { close } from './two-factor.ts'

const FILE = `${brand.siteName.toLowerCase()}-recovery-codes.txt`

/** Shown once: closes when the user confirms that they have saved the codes. */
export function RecoveryCodes({ codes, first }: { codes: readonly string[]; first: boolean }) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('success', 'Recovery codes copied.')
    } catch {
      toast('error', 'Your browser didn’t let us copy. Select the codes and copy them by hand.')
    }
  }

  return (
    <Modal
      open
      locked={!kept}
      title={first ? 'Two-factor sign-in is on' : 'Your new recovery codes'}
      onClose={close}
      actions={
        <Button variant="primary" disabled={!kept} onClick={close}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm">
          Keep these codes somewhere you can find without your phone. Each one works once.{' '}
          {first
            ? 'You won’t see them again.'
            : 'The old ones no longer work, and you won’t see these again.'}
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-field border border-base-300 bg-base-200 px-5 py-4 text-center font-mono text-sm select-all"
        >
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button small onClick={() => void copy()} icon={<Copy aria-hidden="true" className="size-4" />}>
            Copy
          </Button>
          <Button
            small
            onClick={() => saveFile(FILE, `${text}\n`, 'text/plain')}
            icon={<Download aria-hidden="true" className="size-4" />}
          >
            Download
          </Button>
        </div>
        <Checkbox
          label="I’ve saved these codes"
          checked={kept}
          onChange={event => setKept(event.target.checked)}
        />
      </div>
    </Modal>
  )
}
