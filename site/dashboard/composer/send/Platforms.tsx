import { useStore } from '@nanostores/react'
import { Check, Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { describeLostAccess, handleOf, reconnectAdvice } from '#shared/accounts.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { $connected } from '#site/dashboard/composer/draft/accounts.ts'
import { $enabled, enable } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { $editing, $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { namesOf } from './summary.ts'

const SOCIAL_HUB = '/dashboard/social-hub'
/** In a narrow column each network is a row, so that its account's name fits. */
const CHIP = `relative flex min-h-11 min-w-0 items-center gap-2.5 px-3 py-1 text-start text-sm leading-tight -outline-offset-2 @max-xl:pointer-fine:min-h-9
  @xl:rounded-field @xl:border @xl:outline-offset-2`

/** Chooses the networks: a chip each, with its account. */
export function Platforms() {
  const { platforms: error } = useStore($errors)
  const isPartlyOut = useStore($isPartlyOut)
  return (
    <fieldset
      disabled={isPartlyOut}
      className="group/platforms grid grid-cols-1 gap-2"
      aria-describedby={error ? 'platforms-error' : undefined}
    >
      <legend className="sr-only">Where it goes</legend>
      <div className="@container">
        <div className="grid grid-cols-1 rounded-field border border-edge bg-raised @max-xl:divide-y @max-xl:divide-base-300 @xl:flex @xl:flex-wrap @xl:gap-2 @xl:border-0 @xl:bg-transparent">
          {NETWORK_IDS.map(network => (
            <Platform key={network} network={network} invalid={!!error} />
          ))}
        </div>
      </div>
      {error && <FieldError id="platforms-error" message={error} />}
      <SignedOut />
      <PartlyOut />
    </fieldset>
  )
}

type PlatformProps = { network: NetworkId; invalid: boolean }

function Platform({ network, invalid }: PlatformProps) {
  const account = useStore($accounts[network])
  const isChosen = useStore($enabled).includes(network)
  if (account.state === 'loading') return <Skeleton className="h-11 @xl:w-44" />
  if (account.state === 'failed')
    return (
      <div className="min-w-0 grow @max-xl:p-2">
        <ErrorState
          message={`${networks[network].name}: ${account.message}`}
          onRetry={$accounts[network].reload}
        />
      </div>
    )
  if (account.data.accountConnected)
    return (
      <Chip network={network} on={isChosen} invalid={invalid} hint={handleOf(account.data)}>
        {account.data.status === 'needs_reconnect' && (
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-amber" />
        )}
      </Chip>
    )
  return <Unlinked network={network} invalid={invalid} isChosen={isChosen} />
}

type ChipProps = PlatformProps & { on: boolean; hint: string; children?: ReactNode }

function Chip({ network, on, invalid, hint, children }: ChipProps) {
  const id = useId()
  return (
    <label
      className={`${CHIP} cursor-pointer group-disabled/platforms:cursor-default group-disabled/platforms:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-base-content ${
        on
          ? '@xl:border-base-content @xl:bg-raised @xl:shadow-[inset_0_0_0_1px_currentcolor]'
          : '@xl:border-edge hover:bg-base-200'
      }`}
    >
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-label={networks[network].name}
        aria-describedby={id}
        aria-invalid={invalid || undefined}
        onChange={event => enable(network, event.target.checked)}
        className="sr-only"
      />
      <NetworkMark network={network} decorative className={`size-6 ${on ? '' : 'opacity-60 grayscale'}`} />
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2 wrap-anywhere @xl:grid @xl:grid-cols-1">
        <span className="font-semibold">{networks[network].shortName}</span>
        <span id={id} className="line-clamp-2 text-xs text-soft @xl:line-clamp-1 @xl:max-w-56">
          {hint}
        </span>
      </span>
      {children}
      {on ? (
        <span className="grid size-5 shrink-0 place-items-center rounded-full bg-neutral text-neutral-content @xl:absolute @xl:start-6.5 @xl:top-1/2 @xl:mt-0.5 @xl:size-4">
          <Check aria-hidden="true" className="size-3" strokeWidth={3.5} />
        </span>
      ) : (
        <span className="size-5 shrink-0 rounded-full border border-edge @xl:hidden" />
      )}
    </label>
  )
}

/** A network without an account; it can be turned off if a draft has chosen it. */
const Unlinked = ({ network, invalid, isChosen }: PlatformProps & { isChosen: boolean }) => (
  <>
    {isChosen && (
      <span ref={keepFocus} className="contents">
        <Chip network={network} on invalid={invalid} hint="Not connected" />
      </span>
    )}
    <a
      href={SOCIAL_HUB}
      data-invalid={(invalid && !isChosen) || undefined}
      className={`${CHIP} border-dashed border-edge text-soft hover:border-base-content hover:text-base-content`}
    >
      <Plus aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">Connect {networks[network].shortName}</span>
    </a>
  </>
)

/** Explains what can still change once a network has the post. */
function PartlyOut() {
  const { out = [] } = useStore($editing) ?? {}
  if (out.length === 0) return null
  return (
    <p className="text-xs text-soft">
      {namesOf(out)} {out.length === 1 ? 'has' : 'have'} this post already, so its pictures stay as they are.
      You can change the text and the time for the rest.
    </p>
  )
}

/** Explains what happens to a post for an account that must be reconnected. */
function SignedOut() {
  const enabled = useStore($enabled)
  const connected = useStore($connected)
  return enabled.map(network => {
    const account = connected[network]
    if (account?.status !== 'needs_reconnect') return null
    const { name, reconnectCause } = account
    return (
      <p key={network} className="text-xs text-amber">
        {describeLostAccess(network, name, reconnectCause)}, so a post waits until you{' '}
        <a href={SOCIAL_HUB} className="prose-link">
          reconnect it
        </a>
        {reconnectAdvice(network, reconnectCause)}.
      </p>
    )
  })
}
