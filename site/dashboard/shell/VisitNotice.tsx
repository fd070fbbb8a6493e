import { ShieldUser } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { leaveAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { BusyButton } from '#site/ui/Button.tsx'

/** Reminds an administrator whose business this is, and that its members see what they do. */
export function VisitNotice({ domain: { _id, businessName } }: { domain: Domain }) {
  return (
    <Banner
      tone="warning"
      icon={ShieldUser}
      label="Visit as administrator"
      actions={
        <BusyButton small busyLabel="Leaving…" onClick={() => leaveAsAdministrator(_id)}>
          Leave
        </BusyButton>
      }
    >
      <strong>You’re in {businessName} as administrator.</strong> Its members see what you do in their{' '}
      <a href="/dashboard/activity" className="underline underline-offset-4">
        activity
      </a>
      .
    </Banner>
  )
}
