import { useStore } from '@nanostores/react'
import { FlaskConical } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { askToDeleteDomain } from './dialogs.ts'
import { $selectedDomain } from './store.ts'

/** Explains that the selected business is a sample, and offers to remove it. */
export function SampleNotice() {
  const domain = useStore($selectedDomain)
  if (!domain?.isSample) return null
  return (
    <section
      ref={keepFocus}
      aria-label="Sample data"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-info/35 bg-info/5 px-5 py-3"
    >
      <FlaskConical aria-hidden="true" className="size-5 shrink-0 text-info" />
      <p className="min-w-48 grow basis-0 text-sm">
        <strong>{domain.businessName} is sample data.</strong> Look around and try things. Anything you
        publish goes to the sandbox only.
      </p>
      {domain.role === 'owner' && (
        <Button small onClick={() => askToDeleteDomain(domain)}>
          Clear it
        </Button>
      )}
    </section>
  )
}
