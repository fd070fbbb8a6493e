import { Check } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import type { Saving } from './store.ts'

type SaveRowProps = {
  saving: Saving
  isChanged: boolean
  onDiscard?: () => void
}

/** Save and Discard buttons of a section, shown while it has changes, and the result of saving. */
export const SaveRow = ({ saving, isChanged, onDiscard }: SaveRowProps) => (
  <div className="grid gap-3 not-has-[button,svg]:hidden">
    <FormMessage message={typeof saving === 'object' ? saving.failed : ''} />
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p role="status" className="me-auto flex items-center gap-1.5 text-sm text-soft">
        {isChanged ? (
          'You have unsaved changes.'
        ) : saving === 'saved' ? (
          <>
            <Check className="size-4 text-success" /> Saved
          </>
        ) : (
          ''
        )}
      </p>
      {isChanged && (
        <div ref={focusSection} className="flex flex-wrap gap-3">
          {onDiscard && (
            <Button variant="quiet" onClick={onDiscard} disabled={saving === 'saving'}>
              Discard
            </Button>
          )}
          <Button type="submit" variant="primary" busy={saving === 'saving'} busyLabel="Saving…">
            Save Changes
          </Button>
        </div>
      )}
    </div>
  </div>
)

/** The section takes the focus of buttons that disappear. */
const focusSection = (buttons: HTMLElement | null) => {
  const section = buttons?.closest('section')
  return () => {
    if (buttons?.contains(document.activeElement)) section?.focus({ preventScroll: true })
  }
}
