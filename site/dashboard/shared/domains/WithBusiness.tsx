import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { ErrorState } from '#site/ui/states.tsx'
import { NoBusiness } from './NoBusiness.tsx'
import { $domains, $selectedDomain } from './store.ts'

type WithBusinessProps = {
  loading: ReactNode
  invitation: string
  children: ReactNode
}

/**
 * Renders its children once a business is selected. Until then, shows a placeholder, an error, or an invitation to add a
 * business.
 */
export function WithBusiness({ loading, invitation, children }: WithBusinessProps) {
  const domains = useStore($domains)
  const domain = useStore($selectedDomain)
  if (domains.state === 'failed') return <ErrorState message={domains.message} onRetry={$domains.reload} />
  if (domains.state === 'loading') return loading
  return domain ? children : <NoBusiness>{invitation}</NoBusiness>
}
