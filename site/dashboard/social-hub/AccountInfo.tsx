import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { handleOf, type LinkedAccount } from '#shared/accounts.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { AccountAvatar } from '#site/dashboard/shared/accounts/AccountAvatar.tsx'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { formatNumber } from '#site/lib/format.ts'
import { ExternalButton } from '#site/ui/ExternalButton.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'
import { $shownAccount } from './accounts.ts'

/** Details of the account selected above. */
export function AccountInfo() {
  const network = useStore($shownAccount)
  return (
    <section aria-labelledby="account-info-heading">
      <h2 id="account-info-heading" className="mb-4 text-xl">
        Account info
      </h2>
      <div id="account-info" aria-live="polite" className="rounded-box border border-base-300 bg-raised">
        {network ? <Shown network={network} /> : <Placeholder />}
      </div>
    </section>
  )
}

const Placeholder = () => (
  <p className="px-6 py-10 text-center text-sm text-soft">Select your account to view account info here</p>
)

function Shown({ network }: { network: NetworkId }) {
  const account = useStore($accounts[network])
  if (account.state === 'loading') return <InfoSkeleton network={network} />
  if (account.state === 'failed')
    return (
      <div className="p-5">
        <ErrorState message={account.message} onRetry={$accounts[network].reload} />
      </div>
    )
  return account.data.accountConnected ? <Info account={account.data} /> : <Placeholder />
}

const Info = ({ account }: { account: LinkedAccount }) => (
  <article className="grid grid-cols-1 gap-6 p-6">
    <header className="flex flex-wrap items-center gap-4">
      <AccountAvatar account={account} className="size-16" />
      <div className="min-w-0 grow basis-48">
        <h3 className="text-lg wrap-anywhere">{account.name || handleOf(account)}</h3>
        <p className="text-sm wrap-anywhere text-soft">
          {account.username ? `@${account.username}` : <NoInfo />}
        </p>
      </div>
      {account.link && (
        <ExternalButton small href={account.link} context={`on ${networks[account.provider].name}`}>
          View Account
        </ExternalButton>
      )}
    </header>
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-base-300 pt-5">
      <Fact name="Followers" figure>
        {account.followers !== null && formatNumber(account.followers)}
      </Fact>
      <Fact name="Following" figure>
        {account.following !== null && formatNumber(account.following)}
      </Fact>
      <Fact name="Email" across="max-sm:col-span-2">
        {account.email}
      </Fact>
      <Fact name="Location" across="max-sm:col-span-2">
        {account.location}
      </Fact>
      <Fact name="Bio" across="col-span-2">
        {account.bio}
      </Fact>
    </dl>
  </article>
)

type FactProps = { name: string; figure?: boolean; across?: string; children: ReactNode }

const Fact = ({ name, figure, across, children }: FactProps) => (
  <div className={across}>
    <dt className="text-xs text-soft">{name}</dt>
    <dd
      className={
        figure && children
          ? 'font-display text-xl font-semibold tabular-nums'
          : 'wrap-anywhere whitespace-pre-line'
      }
    >
      {children || <NoInfo />}
    </dd>
  </div>
)

const NoInfo = () => <span className="text-sm text-soft">No info available</span>

const InfoSkeleton = ({ network }: { network: NetworkId }) => (
  <div role="status" aria-label={`Loading your ${networks[network].name} account`} className="grid gap-6 p-6">
    <div className="flex items-center gap-4">
      <Skeleton className="size-16 rounded-full" />
      <div className="grid grow gap-2">
        <Skeleton className="h-6 w-48 max-w-full" />
        <Skeleton className="h-4 w-32" />
      </div>
    </div>
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-base-300 pt-5">
      {['Followers', 'Following', 'Email', 'Location'].map(name => (
        <Skeleton key={name} className="h-11 w-32 max-w-full" />
      ))}
    </div>
  </div>
)
