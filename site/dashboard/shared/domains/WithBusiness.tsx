import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { NoBusiness } from './NoBusiness.tsx'
import { $domains, $selectedDomain } from './store.ts'

type WithBusinessProps = {
  loading: ReactNode
  /** Heading and text of the placeholder while there is no business. */
  heading: string
  invitation: string
  children: ReactNode
}

/** Renders its children once a business is selected. Until then, shows that it loads, failed to load, or that there is none. */
export function WithBusiness({ loading, heading, invitation, children }: WithBusinessProps) {
  const domains = useStore($domains)
  const domain = useStore($selectedDomain)
  if (domains.state === 'failed') return <ErrorState message={domains.message} onRetry={$domains.reload} />
  if (domains.state === 'loading') return loading
  return domain ? children : <NoBusiness heading={heading}>{invitation}</NoBusiness>
}
