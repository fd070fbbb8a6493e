import { useStore } from '@nanostores/react'
import { type ReadableAtom, atom } from 'nanostores'
import type { ReactNode } from 'react'

import {
  isPlanLimitMessage,
  describeLostAccess,
  handleOf,
  reconnectAdvice,
  type AccountAllowance,
  type AccountDetails,
  type LinkedAccount,
} from '#shared/accounts.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { type CentralNetwork, type NetworkId, networks } from '#shared/networks.ts'
import { possessive } from '#shared/text/possessive.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $me } from '#site/dashboard/shared/me.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { messageOf } from '#site/lib/api/error.ts'
import type { Remote } from '#site/lib/remote.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { FieldError, FormMessage } from '#site/ui/fields/Field.tsx'
import { NetworkMark, type NetworkMarkName } from '#site/ui/NetworkMark.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { ConnectionBadge } from './AccountAvatar.tsx'
import { $allowance, $heldPosts, $shownAccount, disconnect, showAccount } from './accounts.ts'
import type { SignIn } from './meta-sign-in.ts'
import { $noChoice, signIns } from './sign-ins.ts'
import { $accounts } from './store.ts'

type LinkCardProps = { network: NetworkId; domain: Domain | undefined; loading: boolean }

/** Card that connects or shows a network's account. Disabled while there is no business. */
export function LinkCard({ network, domain, loading }: LinkCardProps) {
  const { name } = networks[network]
  if (loading)
    return (
      <LinkRow network={network} title={name}>
        <TextSkeleton name={name} />
      </LinkRow>
    )
  if (domain) return <ActiveCard network={network} domain={domain} />
  return (
    <LinkRow dimmed network={network} title={name} action={<LinkAction network={network} />}>
      <p className="text-sm text-soft">No business yet</p>
    </LinkRow>
  )
}

/** Returns the state of a network's card, and why its last sign-in failed. Reads nothing until the business exists. */
function useLink(network: NetworkId, exists = true) {
  const signIn = useStore(signIns[network].$signIn)
  const account = useStore<ReadableAtom<Remote<AccountDetails>>>(exists ? $accounts[network] : $noAccount)
  const isUnlinked = exists && account.data?.accountConnected === false
  const mustChoose = useStore(isUnlinked ? signIns[network].$mustChoose : $noChoice)
  const allowance = useStore($allowance).data
  return {
    state: linkState(signIn, account, mustChoose, allowance),
    failure: signIn.step === 'failed' ? signIn.message : '',
  }
}

function ActiveCard({ network, domain }: { network: NetworkId; domain: Domain }) {
  const { state, failure } = useLink(network)
  const shown = useStore($shownAccount) === network
  const { name } = networks[network]
  return (
    <LinkRow
      shown={shown}
      network={network}
      title={'account' in state ? <ShowButton network={network} shown={shown} /> : name}
      badge={'account' in state && <ConnectionBadge works={state.is === 'linked'} />}
      action={<LinkAction network={network} state={state} />}
    >
      {state.is === 'loading' ? (
        <TextSkeleton name={name} />
      ) : (
        <LinkText network={network} state={state} businessName={domain.businessName} />
      )}
      <Failure message={failure} />
    </LinkRow>
  )
}

type FirstLinkProps = {
  network: CentralNetwork
  domain: Domain | undefined
  /** True while the business is being added, before the sign-in opens. */
  starting: boolean
  onBegin: (network: CentralNetwork) => unknown
}

/** Card of the first steps that only connects a network. */
export function FirstLink({ network, domain, starting, onBegin }: FirstLinkProps) {
  const { state, failure } = useLink(network, domain !== undefined)
  const shown: LinkState = starting ? { is: 'saving' } : state
  const isLinked = state.is === 'linked'
  return (
    <LinkRow
      network={network}
      title={networks[network].name}
      badge={isLinked && <ConnectionBadge works />}
      action={!isLinked && <LinkAction network={network} state={shown} onBegin={() => onBegin(network)} />}
    >
      <LinkText network={network} state={shown} businessName={domain?.businessName ?? ''} />
      <Failure message={failure} />
    </LinkRow>
  )
}

const Failure = ({ message }: { message: string }) =>
  message !== '' && (
    <div className="mt-2">
      <FormMessage message={message} />
      {isPlanLimitMessage(message) && (
        <a href="/upgrade" rel="external" className="prose-link relative z-10 text-sm">
          Upgrade your plan
        </a>
      )}
    </div>
  )

const ShowButton = ({ network, shown }: { network: NetworkId; shown: boolean }) => (
  <button
    type="button"
    aria-pressed={shown}
    aria-controls="account-info"
    className="cursor-pointer text-start after:absolute after:inset-0 after:rounded-box hover:after:bg-base-content/4 focus-visible:outline-none
      focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-base-content"
    onClick={() => {
      showAccount(network)
      // Scrolls after rendering: on a phone the details are below the fold.
      requestAnimationFrame(() =>
        document.getElementById('account-info')?.scrollIntoView({ block: 'nearest' }),
      )
    }}
  >
    {networks[network].name}
  </button>
)

const TextSkeleton = ({ name }: { name: string }) => (
  <div role="status" aria-label={`Loading ${name}`} className="py-0.5">
    <Skeleton className="h-5 w-40 max-w-full" />
  </div>
)

type Action = { label: string; variant?: 'ink' | 'plain'; run?: (network: NetworkId) => unknown }

export const askToDisconnect = (network: NetworkId) =>
  ask({
    title: 'Disconnect Account',
    label: 'Disconnect',
    danger: true,
    children: (
      <>
        <p>Are you sure you want to disconnect your {networks[network].name} account?</p>
        <p className="text-sm text-soft">
          Its scheduled posts are on hold until you connect it again. Published posts stay on{' '}
          {networks[network].name}.
        </p>
      </>
    ),
    onAction: () => disconnect(network),
    describeFailure: error => messageOf(error, `${networks[network].name} was not disconnected. Try again.`),
  })

const ACTIONS: Record<Exclude<LinkState['is'], 'full'>, Action> = {
  choosing: { label: 'Choose', variant: 'ink', run: network => signIns[network].choose?.() },
  loading: { label: 'Connect' },
  unreadable: { label: 'Try again', run: network => $accounts[network].reload() },
  asking: { label: 'Cancel', run: network => signIns[network].cancel?.() },
  saving: { label: 'Connect' },
  unlinked: { label: 'Connect', variant: 'ink' },
  linked: { label: 'Disconnect', run: askToDisconnect },
  signedOut: { label: 'Reconnect', variant: 'ink' },
}

type LinkActionProps = { network: NetworkId; state?: LinkState; onBegin?: (network: NetworkId) => unknown }

/** A single button, so that it keeps the focus when its action changes. */
function LinkAction({ network, state, onBegin = signIns[network].connect }: LinkActionProps) {
  const mayConnect = useStore($can)('connect')
  if (state?.is === 'full' || (!mayConnect && state?.is !== 'unreadable')) return null
  const { is = 'loading' } = state ?? {}
  const { variant = 'plain', run, ...action } = ACTIONS[is]
  const { choice } = networks[network].account
  const label = is === 'choosing' ? `${action.label} a ${choice?.toLowerCase()}` : action.label
  const act = is === 'unlinked' || is === 'signedOut' ? onBegin : run
  return (
    <Button
      small
      variant={variant}
      className="z-10 shrink-0 max-sm:w-full"
      aria-label={`${label} ${networks[network].name}`}
      disabled={is === 'loading'}
      busy={is === 'saving'}
      onClick={() => act?.(network)}
    >
      {label}
    </Button>
  )
}

type LinkTextProps = { network: NetworkId; state: LinkState; businessName: string }

export function LinkText({ network, state, businessName }: LinkTextProps) {
  const { held, forAnother } = useHeld(network)
  const { name, account } = networks[network]
  const cause = state.is === 'signedOut' ? state.account.reconnectCause : 'signed_out'
  const advice = reconnectAdvice(network, cause)
  return (
    <div role="status" className="text-sm text-soft">
      {state.is === 'linked' && <p className="truncate">{handleOf(state.account)}</p>}
      {state.is === 'linked' && state.account.alsoConnectedTo !== undefined && (
        <p className="wrap-anywhere">
          Also connected to {state.account.alsoConnectedTo || 'another business, so posts of both go to it'}
        </p>
      )}
      {state.is === 'linked' && account.choice === 'location' && (
        <a href="/dashboard/google-business-profile" className="prose-link relative z-10 text-xs">
          Manage locations
        </a>
      )}
      {state.is === 'signedOut' && (
        <p className="wrap-anywhere">
          {describeLostAccess(network, state.account.name || handleOf(state.account), cause)}. Reconnect
          {advice && ` it${advice}`} {held ? `and ${held}.` : 'to post there again.'}
        </p>
      )}
      {(state.is === 'linked' || state.is === 'signedOut') && forAnother > 0 && (
        <p className="text-base-content">
          {forAnother === 1 ? 'A post was' : `${forAnother} posts were`} written for another account.{' '}
          <a href="/dashboard/view-post?tab=attention&state=held" className="prose-link relative z-10">
            Decide what to do
          </a>
        </p>
      )}
      {state.is === 'full' && (
        <p>
          Your plan’s {state.limit} accounts are all in use. Disconnect one first, or{' '}
          <a href="/upgrade" rel="external" className="prose-link relative z-10">
            upgrade your plan
          </a>
          .
        </p>
      )}
      {state.is === 'unlinked' && <p>{held ? `Connect it and ${held}.` : account.kind}</p>}
      {state.is === 'choosing' && (
        <p className="wrap-anywhere">
          You’re signed in. Choose {possessive(businessName)} {account.choice} to finish connecting.
        </p>
      )}
      {state.is === 'asking' && <p>Waiting for you in the {name} window.</p>}
      {state.is === 'saving' && <Saving name={name} />}
      {state.is === 'unreadable' && <FieldError message={state.message} />}
    </div>
  )
}

const Saving = ({ name }: { name: string }) => (
  <div className="grid gap-2 py-1">
    <p>Connecting {name}. This takes a few seconds.</p>
    <progress
      className="progress h-1.5 w-full max-w-72 text-base-content"
      aria-label={`Connecting ${name}`}
    />
  </div>
)

/** Returns 'the 3 held posts go out at their times' if the same account is reconnected, and the number of posts to decide on. */
function useHeld(network: NetworkId): { held: string; forAnother: number } {
  const { forAccount: count = 0, forAnother = 0 } = useStore($heldPosts).data?.[network] ?? {}
  const me = useStore($me)
  if (count === 0) return { held: '', forAnother }
  const goesOut =
    count === 1 ? 'the held post goes out at its time' : `the ${count} held posts go out at their times`
  const isLeaving = me.data?.deletionAt
  return { held: isLeaving ? `${goesOut} if you keep your account` : goesOut, forAnother }
}

type LinkRowProps = {
  network: NetworkMarkName
  title: ReactNode
  badge?: ReactNode
  children?: ReactNode
  action?: ReactNode
  dimmed?: boolean
  shown?: boolean
}

export const LinkRow = ({ network, title, badge, children, action, dimmed, shown }: LinkRowProps) => (
  <li
    aria-disabled={dimmed || undefined}
    className={`relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border p-4 sm:flex-nowrap
      ${dimmed ? 'border-dashed border-base-300' : 'bg-raised'}
      ${shown ? 'border-base-content' : 'border-base-300'}`}
  >
    <div className={dimmed ? 'opacity-50 grayscale' : ''}>
      <NetworkMark network={network} decorative className="size-8" />
    </div>
    <div className="min-w-0 grow basis-40">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className={`text-base ${dimmed ? 'text-soft' : ''}`}>{title}</h3>
        {typeof badge === 'string' ? <Badge>{badge}</Badge> : badge}
      </div>
      {children}
    </div>
    {action}
  </li>
)

type LinkState =
  | { is: 'loading' | 'asking' | 'saving' | 'choosing' | 'unlinked' }
  | { is: 'unreadable'; message: string }
  /** The plan allows no further account. */
  | { is: 'full'; limit: number }
  | { is: 'linked' | 'signedOut'; account: LinkedAccount }

/** Returns the state of a network's card. A sign-in in progress has priority. */
export function linkState(
  signIn: SignIn,
  account: Remote<AccountDetails>,
  mustChoose: boolean,
  { used, limit }: AccountAllowance = { used: 0, limit: null },
): LinkState {
  if (signIn.step === 'asking' || signIn.step === 'saving') return { is: signIn.step }
  if (account.state === 'loading') return { is: 'loading' }
  if (account.state === 'failed') return { is: 'unreadable', message: account.message }
  if (account.data.accountConnected) {
    const is = account.data.status === 'connected' ? 'linked' : 'signedOut'
    return { is, account: account.data }
  }
  if (mustChoose) return { is: 'choosing' }
  return limit !== null && used >= limit ? { is: 'full', limit } : { is: 'unlinked' }
}

const $noAccount = atom<Remote<AccountDetails>>({ state: 'ready', data: { accountConnected: false } })
