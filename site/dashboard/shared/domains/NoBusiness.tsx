import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import type { ReactNode } from 'react'

import { $isAgency, $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/states.tsx'
import { createDomain } from './dialogs.ts'
import { $domains, $selectedDomain } from './store.ts'

/** True if an agency has no client selected. */
export const $isWithoutClient = computed(
  [$isAgency, $domains, $selectedDomain],
  (isAgency, { state }, domain) => isAgency && state === 'ready' && domain === undefined,
)

/** Links an agency to its clients. Invites everybody else, by `children`, to add a business. */
export function NoBusiness({ children }: { children?: ReactNode }) {
  const { one, many } = useStore($businessNoun)
  const isAgency = useStore($isAgency)
  return (
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title={isAgency ? `No ${one} is open` : 'No business yet'}
      action={
        isAgency ? (
          <ButtonLink href="/dashboard/clients">See your {many}</ButtonLink>
        ) : (
          <Button variant="primary" onClick={createDomain}>
            Add your business
          </Button>
        )
      }
    >
      {isAgency ? `Open a ${one} to see what’s there.` : children}
    </EmptyState>
  )
}
