import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

import { type Client, VISIT_HOURS } from '#shared/businesses/clients.ts'
import { openAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ActionModal.tsx'

type Opening = { client: Pick<Client, '_id' | 'businessName'>; href: string }

const $opening = atom<Opening | undefined>()

/** Asks an administrator to open a business of which they aren't a member, on this screen. */
export const askToOpen = (client: Opening['client'], href = '/dashboard') => $opening.set({ client, href })

/** Says that the members see the visit. */
export function OpenAsAdministrator() {
  const opening = useStore($opening)
  if (!opening) return null
  const { client, href } = opening
  return (
    <ConfirmDialog
      title={`Open ${client.businessName} as administrator?`}
      label="Open"
      onClose={() => $opening.set(undefined)}
      onAction={async () => {
        await openAsAdministrator(client._id, href)
        $opening.set(undefined)
      }}
    >
      <p>
        For {VISIT_HOURS} hours you can do what an editor can. Its members see your visit and all your changes
        in their activity.
      </p>
    </ConfirmDialog>
  )
}
