import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'

import { $isAgency, $lookedAfter } from '#site/dashboard/shared/permissions.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/states.tsx'
import { $domains, $selectedDomain } from './store.ts'

/** True if an agency has no client selected, so that screens of a business have nothing to show. */
export const $isWithoutClient = computed(
  [$isAgency, $domains, $selectedDomain],
  (isAgency, { state }, domain) => isAgency && state === 'ready' && domain === undefined,
)

export function NoBusiness() {
  const { one, many } = useStore($lookedAfter)
  return (
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title={`No ${one} is open`}
      action={<ButtonLink href="/dashboard/clients">See your {many}</ButtonLink>}
    >
      Open a {one} to see what’s planned there.
    </EmptyState>
  )
}
