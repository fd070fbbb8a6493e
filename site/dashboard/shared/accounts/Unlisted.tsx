import { TriangleAlert } from 'lucide-react'

import type { UnlistedGroup } from '#shared/accounts.ts'

/** Names the groups that a network didn’t list, each with its reason. */
export const Unlisted = ({ groups }: { groups: readonly UnlistedGroup[] }) =>
  groups.length > 0 && (
    <div className="flex items-start gap-2 text-sm" role="note">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">Some are missing from this list.</p>
        <ul className="grid gap-1">
          {groups.map(({ name, reason }) => (
            <li key={name} className="wrap-anywhere">
              <span className="font-semibold">{name}:</span> {reason}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
