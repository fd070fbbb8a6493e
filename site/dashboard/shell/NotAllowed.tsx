import { useStore } from '@nanostores/react'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/states.tsx'

/** Stands in for a screen that the user's role in the selected business can't use. */
export function NotAllowed() {
  const name = useStore($selectedDomain)?.businessName ?? 'this business'
  return (
    <>
      <ScreenHeading title="Not part of your role" />
      <EmptyState
        bare
        drawing={<Signpost />}
        action={<ButtonLink href="/dashboard/calendar">See the calendar</ButtonLink>}
      >
        Your role in {name} doesn’t include this. Ask an owner to change it, or choose another business.
      </EmptyState>
    </>
  )
}
