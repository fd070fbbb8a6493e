import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { ErrorState, EmptyState } from '#site/ui/states.tsx'
import { createDomain, $domains, $selectedDomain } from './store.ts'

type WithBusinessProps = {
  loading: ReactNode
  heading: string
  invitation: string
  children: ReactNode
}

/**
 * Renders its children once a business is selected. Until then, shows a placeholder, an error, or an invitation to add a
 * business.
 */
export function WithBusiness({ loading, heading, invitation, children }: WithBusinessProps) {
  const domains = useStore($domains)
  const domain = useStore($selectedDomain)
  if (domains.state === 'failed') return <ErrorState message={domains.message} onRetry={$domains.reload} />
  if (domains.state === 'loading') return loading
  return domain ? children : <NoBusiness heading={heading}>{invitation}</NoBusiness>
}

export const NoBusiness = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <>
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
  </>
)
