import { useState } from 'react'

import { type Client, VISIT_HOURS } from '#shared/businesses/clients.ts'
import { openAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'

/** Opens a business of which the administrator isn't a member, after a notice that the members see the visit. */
export function OpenAsAdministrator({ client: { _id, businessName } }: { client: Client }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Button
        small
        variant="quiet"
        className="-ms-2 h-6 min-h-0 px-2 text-xs underline underline-offset-4 pointer-coarse:h-11"
        busy={busy}
        busyLabel="Opening…"
        aria-label={`Open as administrator: ${businessName}`}
        onClick={() => setAsking(true)}
      >
        Open as administrator
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Open ${businessName} as administrator?`}
        confirmLabel="Open"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false)
          setBusy(true)
          await openAsAdministrator(_id)
          setBusy(false)
        }}
      >
        <p>
          For {VISIT_HOURS} hours you can do what an editor can. Its members see your visit and all your
          changes in their activity.
        </p>
      </ConfirmDialog>
    </>
  )
}
