import { ShieldUser } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { leaveAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { BusyButton } from '#site/ui/BusyButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'

/** Reminds an administrator whose business this is, and that its members see what they do. */
export function VisitNotice({ domain: { _id, businessName } }: { domain: Domain }) {
  return (
    <section
      ref={keepFocus}
      aria-label="Visit as administrator"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-warning/50 bg-warning/10 px-5 py-3"
    >
      <ShieldUser aria-hidden="true" className="size-5 shrink-0 text-amber" />
      <p className="min-w-48 grow basis-0 text-sm wrap-anywhere">
        <strong>You’re in {businessName} as administrator.</strong> Its members see what you do in their{' '}
        <a href="/dashboard/activity" className="underline underline-offset-4">
          activity
        </a>
        .
      </p>
      <BusyButton small busyLabel="Leaving…" onClick={() => leaveAsAdministrator(_id)}>
        Leave
      </BusyButton>
    </section>
  )
}
