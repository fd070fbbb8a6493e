import { useStore } from '@nanostores/react'

import { planNote } from '#shared/accounts.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $allowance } from './allowance.ts'

/** The plan's number of accounts, and how many are in use. Administrators have no limit. */
export function AccountMeter() {
  const me = useStore($me)
  const allowance = useStore($allowance)
  const { used, limit } = allowance.state === 'ready' ? allowance.data : { used: 0, limit: null }
  return (
    <>
      {planNote(me.state === 'ready' ? me.data.maxAccounts : null)}{' '}
      {limit !== null && (
        <span className="inline-flex items-center gap-2 whitespace-nowrap text-base-content tabular-nums">
          <progress
            aria-hidden="true"
            value={used}
            max={limit}
            className={`progress w-20 ${used < limit ? 'progress-neutral' : 'progress-warning'}`}
          />
          {used} of {limit} used.
        </span>
      )}{' '}
      <a href="/upgrade" rel="external" className="prose-link">
        Upgrade your plan
      </a>
    </>
  )
}
