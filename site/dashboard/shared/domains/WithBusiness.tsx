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

/** Renders its children for the selected business: not while it loads, after that failed, or without one. */
export function WithBusiness({ loading, heading, invitation, children }: WithBusinessProps) {
  const domains = useStore($domains)
  const domain = useStore($selectedDomain)
  if (domains.state === 'failed') return <ErrorState message={domains.message} onRetry={$domains.reload} />
  if (domains.state === 'loading') return loading
  return domain ? children : <NoBusiness heading={heading}>{invitation}</NoBusiness>
}
