import { useStore } from '@nanostores/react'

import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $isNarrow } from './section/open-sections.ts'
import { $isChanged, $saving, discard, save } from './store.ts'

/** Sticky while there are unsaved changes. Without any, a narrow window has no button, because the sections are closed. */
export function SaveBar() {
  const changed = useStore($isChanged)
  const saving = useStore($saving)
  const isNarrow = useStore($isNarrow)
  return (
    <div
      data-bottom-bar={changed || undefined}
      className={`z-20 flex flex-wrap items-center justify-end gap-3 
        ${changed ? 'sticky bottom-[calc(var(--bar-bottom)+1rem)] rounded-box border border-base-300 bg-raised px-5 py-3 shadow-lift [@media(max-height:25rem)]:static' : ''}`}
    >
      <p role="status" className="me-auto text-sm text-soft max-sm:basis-full">
        {changed && 'You have unsaved changes.'}
      </p>
      {changed && (
        <span ref={keepFocus}>
          <Button onClick={discard} disabled={saving}>
            Discard
          </Button>
        </span>
      )}
      {(changed || !isNarrow) && (
        <span ref={keepFocus}>
          <Button variant="primary" onClick={() => void save()} busy={saving} busyLabel="Saving…">
            Save Changes
          </Button>
        </span>
      )}
    </div>
  )
}
