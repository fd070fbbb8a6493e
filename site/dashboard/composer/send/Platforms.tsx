import { useStore } from '@nanostores/react'
import { Check, Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { describeLostAccess, handleOf, reconnectAdvice } from '#shared/accounts.ts'
import { networkNames } from '#shared/format-list.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { commentFor } from '#shared/posts/draft-texts.ts'
import {
  $connected,
  $noAccounts,
  $enabled,
  enable,
  $draft,
  $errors,
  type Draft,
} from '#site/dashboard/composer/draft/draft.ts'
import { $editing, $isPartlyOut, $awaitsApproval } from '#site/dashboard/composer/edit/editing.ts'
import { $rejecting } from '#site/dashboard/composer/media/problems.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone, formatLongDay, formatTime, timeZone } from '#site/lib/format.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'

const SOCIAL_HUB = '/dashboard/social-hub'
const CHIP = `relative flex min-h-11 min-w-11 items-center gap-2 rounded-field border px-3 py-1 text-start text-sm leading-tight
  @max-3xl:px-2 @max-md:px-1.5`
/** Takes the room that networks without an account leave. */
const OF_ACCOUNT = 'min-w-0 max-w-52 grow basis-32'
/** Hidden in a narrow column. */
const IN_WIDE = 'sr-only wrap-normal @lg:not-sr-only'

/** Chooses the networks, by a chip each. `children` share the line of the summary. */
export function Platforms({ children }: { children?: ReactNode }) {
  const { platforms: error } = useStore($errors)
  const isChosen = useStore($enabled).length > 0
  const isUnlinked = useStore($noAccounts) && !isChosen
  const isPartlyOut = useStore($isPartlyOut)
  const mayConnect = useStore($can)('connect')
  return (
    <div className="grid grid-cols-1 gap-2">
      <fieldset
        disabled={isPartlyOut}
        className="group/platforms @container min-w-0 grow"
        aria-describedby={error ? 'platforms-error' : undefined}
      >
        <legend className="sr-only">Where it goes</legend>
        {isUnlinked && !mayConnect ? (
          <p className="text-sm text-soft">No account is connected yet. {CONNECTED_BY_OTHERS}</p>
        ) : isUnlinked ? (
          <ButtonLink href={SOCIAL_HUB} data-invalid={!!error || undefined} icon={<Plus />}>
            Connect an account
          </ButtonLink>
        ) : (
          <div className="flex flex-wrap gap-2">
            {NETWORK_IDS.map(network => (
              <Platform key={network} network={network} invalid={!!error} />
            ))}
          </div>
        )}
      </fieldset>
      <div className="flex items-center justify-between gap-2">
        <Summary />
        {children}
      </div>
      {error && <FieldError id="platforms-error" message={error} />}
      <SignedOut />
      <PartlyOut />
    </div>
  )
}

type PlatformProps = { network: NetworkId; invalid: boolean }

function Platform({ network, invalid }: PlatformProps) {
  const account = useStore($accounts[network])
  const isChosen = useStore($enabled).includes(network)
  if (account.state === 'loading') return <Skeleton className={`h-11 ${OF_ACCOUNT}`} />
  if (account.state === 'failed')
    return (
      <div className="min-w-0 basis-full">
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
          <TriangleAlert className="size-4 shrink-0 text-amber @max-md:absolute @max-md:end-0.5 @max-md:top-0.5" />
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
      title={`${networks[network].name}: ${hint}`}
      className={`${CHIP} ${OF_ACCOUNT} cursor-pointer group-disabled/platforms:cursor-default group-disabled/platforms:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-base-content ${
        on
          ? 'border-base-content bg-raised shadow-[inset_0_0_0_1px_currentcolor]'
          : 'border-edge hover:bg-base-200'
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
      <span className="relative">
        <NetworkMark network={network} decorative className={`size-6 ${on ? '' : 'opacity-60 grayscale'}`} />
        {on && (
          <span className="absolute -end-1 -bottom-1 grid size-4 place-items-center rounded-full bg-neutral text-neutral-content">
            <Check className="size-3" strokeWidth={3.5} />
          </span>
        )}
      </span>
      <span className="grid min-w-0 grow grid-cols-1 wrap-anywhere">
        <span className={`${IN_WIDE} font-semibold`}>{networks[network].shortName}</span>
        <span id={id} translate="no" className="line-clamp-1 text-xs break-all text-soft">
          {hint}
        </span>
      </span>
      {children}
    </label>
  )
}

const CONNECTED_BY_OTHERS = 'An owner or editor of this business can connect it.'

/** A network without an account, which a draft may have chosen. */
function Unlinked({ network, invalid, isChosen }: PlatformProps & { isChosen: boolean }) {
  const mayConnect = useStore($can)('connect')
  const { name, shortName } = networks[network]
  const mark = <NetworkMark network={network} decorative className="size-5 grayscale" />
  return (
    <>
      {isChosen && <Chip network={network} on invalid={invalid} hint="Not connected" />}
      {mayConnect ? (
        <a
          href={SOCIAL_HUB}
          data-invalid={(invalid && !isChosen) || undefined}
          title={`Connect ${name}`}
          className={`${CHIP} border-dashed border-edge text-soft hover:border-base-content hover:text-base-content justify-center`}
        >
          <Plus className="size-4 shrink-0 @max-3xl:-ms-1 @max-3xl:-me-1.5 @max-3xl:size-3" />
          {mark}
          <span className="sr-only">Connect {shortName}</span>
        </a>
      ) : (
        !isChosen && (
          <p
            title={`${name} isn’t connected. ${CONNECTED_BY_OTHERS}`}
            className={`${CHIP} border-dashed border-base-300 text-soft justify-center`}
          >
            {mark}
            <span className="sr-only">{shortName}: Not connected</span>
          </p>
        )
      )}
    </>
  )
}

function PartlyOut() {
  const { out = [] } = useStore($editing) ?? {}
  if (out.length === 0) return null
  return (
    <p className="text-xs text-soft">
      {networkNames(out)} {out.length === 1 ? 'has' : 'have'} this post already, so its pictures stay as they
      are. You can change the text and the time for the rest.
    </p>
  )
}

/** Warns that posts don't go out on accounts that need reconnecting. */
function SignedOut() {
  const enabled = useStore($enabled)
  const connected = useStore($connected)
  return NETWORK_IDS.map(network => {
    const account = connected[network]
    if (account?.status !== 'needs_reconnect') return null
    const { name, reconnectCause } = account
    return (
      <p key={network} className="text-xs text-amber">
        {describeLostAccess(network, name, reconnectCause)}, so{' '}
        {enabled.includes(network) ? 'a post waits' : 'this post doesn’t go there'} until you{' '}
        <a href={SOCIAL_HUB} className="prose-link">
          reconnect it
        </a>
        {reconnectAdvice(network, reconnectCause)}.
      </p>
    )
  })
}

export const SUMMARY_ID = 'send-summary'

function Summary() {
  const draft = useStore($draft)
  const enabled = useStore($enabled)
  const rejecting = useStore($rejecting)
  const business = useStore($selectedDomain)?.businessName
  const zone = useStore($businessZone)
  const needsApproval = useStore($awaitsApproval)
  const connected = useStore($connected)
  const plan = {
    ...draft,
    business,
    zone,
    commented: enabled.some(network => commentFor(draft, network).trim() !== ''),
    anyConnected: Object.keys(connected).length > 0,
    needsApproval,
    rejecting,
  }
  return (
    <p id={SUMMARY_ID} className="text-xs wrap-anywhere text-soft">
      {summarizeSend(plan, enabled)}
    </p>
  )
}

type SendPlan = Pick<Draft, 'isScheduled' | 'publishAt'> & {
  business?: string | undefined
  zone?: string
  commented?: boolean
  anyConnected?: boolean
  needsApproval?: boolean
  rejecting?: readonly NetworkId[]
}

/** Says in a sentence what the button will do, and when. */
export function summarizeSend(plan: SendPlan, enabled: readonly NetworkId[], now = new Date()): string {
  const { isScheduled, publishAt, business, commented, needsApproval } = plan
  const { zone = timeZone(), anyConnected = true, rejecting = [] } = plan
  if (enabled.length === 0)
    return `${anyConnected ? 'Turn on' : 'Connect'} a platform to choose where this post goes.`
  if (rejecting.length > 0)
    return `${networkNames(rejecting)} won’t accept a file in this post. Change it first.`
  const where = `Goes ${business ? `to ${business}` : 'out'} on ${networkNames(enabled)}`
  const comment = commented ? ', with a first comment after it' : ''
  const then = needsApproval && isScheduled ? `, once approved${comment}` : comment
  if (!isScheduled) return `${where} ${needsApproval ? 'as soon as it is approved' : 'straight away'}${then}.`
  if (!publishAt) return `${where} at the time you choose${then}.`
  const place = describeTimeZone(publishAt, zone).replace(/ \([^)]*\)$/, '')
  return `${where} on ${formatLongDay(publishAt, now, zone)} at ${formatTime(publishAt, zone)}, ${place}${then}.`
}
