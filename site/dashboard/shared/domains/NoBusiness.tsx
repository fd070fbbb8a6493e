import type { ReactNode } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { createDomain } from './dialogs.ts'

type NoBusinessProps = { heading: string; children: ReactNode }

/** Placeholder for screens that need a business while there is none. */
export const NoBusiness = ({ heading, children }: NoBusinessProps) => (
  <div ref={keepFocus} className="rounded-box border border-base-300 bg-raised">
    <h2 className="sr-only">{heading}</h2>
    <EmptyState
      drawing={<Signpost />}
      title="No business yet"
      action={
        <Button variant="primary" onClick={createDomain}>
          Add your business
        </Button>
      }
    >
      {children}
    </EmptyState>
  </div>
)
