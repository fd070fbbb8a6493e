import { useStore } from '@nanostores/react'

import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import type { ConnectedAccount } from '#site/dashboard/composer/draft/accounts.ts'
import { $enabled, enable } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'

const SOCIAL_HUB = '/dashboard/social-hub'

/** Toggles of the networks. */
export function Platforms() {
  const { platforms: error } = useStore($errors)
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'platforms-error' : undefined}>
      <legend className="mb-2 font-display text-lg font-semibold">Where it goes</legend>
      <div className="grid gap-3 sm:max-md:grid-cols-2 lg:grid-cols-2">
        {NETWORK_IDS.map(network => (
          <Platform key={network} network={network} invalid={!!error} />
        ))}
      </div>
      {error && <FieldError id="platforms-error" message={error} />}
    </fieldset>
  )
}

type PlatformProps = { network: NetworkId; invalid: boolean }

function Platform({ network, invalid }: PlatformProps) {
  const account = useStore($accounts[network])
  if (account.state === 'loading') return <Skeleton className="h-18" />
  if (account.state === 'failed')
    return (
      <ErrorState
        message={`${networks[network].name}: ${account.message}`}
        onRetry={$accounts[network].reload}
      />
    )
  return (
    <div className="flex min-h-18 items-center gap-3.5 rounded-box border border-base-300 bg-raised px-4 py-3">
      <NetworkMark network={network} decorative className="size-7" />
      {account.data.accountConnected ? (
        <Connected network={network} account={account.data} invalid={invalid} />
      ) : (
        <Unlinked network={network} invalid={invalid} />
      )}
    </div>
  )
}

/** Shows a network that was chosen but isn't connected, so that it can be turned off. */
function Unlinked({ network, invalid }: PlatformProps) {
  const isChosen = useStore($enabled).includes(network)
  const { name } = networks[network]
  return (
    <div className="grid min-w-0 grow grid-cols-1 gap-0.5 text-sm">
      {isChosen ? (
        <div ref={keepFocus}>
          <Switch
            label={name}
            hint="Not connected"
            checked
            aria-invalid={invalid || undefined}
            onChange={on => enable(network, on)}
          />
        </div>
      ) : (
        <span className="font-semibold">{name} is not connected</span>
      )}
      <a href={SOCIAL_HUB} className="prose-link text-xs" data-invalid={(invalid && !isChosen) || undefined}>
        Connect it in Social Hub
      </a>
    </div>
  )
}

function Connected({ network, account, invalid }: PlatformProps & { account: ConnectedAccount }) {
  const enabled = useStore($enabled)
  const { name } = networks[network]
  return (
    <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
      <Switch
        label={name}
        hint={<span className="block truncate">{handleOf(account)}</span>}
        checked={enabled.includes(network)}
        aria-invalid={invalid || undefined}
        onChange={on => enable(network, on)}
      />
      {account.status === 'needs_reconnect' && <SignedOut name={name} />}
    </div>
  )
}

const handleOf = ({ username, name }: ConnectedAccount) =>
  username ? `@${username.replace(/^@/, '')}` : name

const SignedOut = ({ name }: { name: string }) => (
  <p className="text-xs text-amber">
    {name} signed us out, so a post waits until you{' '}
    <a href={SOCIAL_HUB} className="prose-link">
      reconnect it
    </a>
    .
  </p>
)
