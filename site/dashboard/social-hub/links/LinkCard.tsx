import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReadableAtom } from 'nanostores'

import { saysPlanIsFull } from '#shared/accounts.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { $googleSignIn, type GoogleSignIn } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { CHOICES, $noChoice } from '#site/dashboard/social-hub/sign-in/choices.ts'
import { $signIns, type SignIn } from '#site/dashboard/social-hub/sign-in/sign-ins.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { $shownAccount, showAccount } from '../shown-account.ts'
import { type LinkState, linkState } from './link-state.ts'
import { LinkAction } from './LinkAction.tsx'
import { LinkText } from './LinkLabels.tsx'
import { LinkRow } from './LinkRow.tsx'

export type LinkCardProps = { network: NetworkId; domain: Domain | undefined; loading: boolean }

/** A network's card; disabled without a business. */
export function LinkCard({ network, domain, loading }: LinkCardProps) {
  const mark = <NetworkMark network={network} decorative className="size-8" />
  const { name } = networks[network]
  if (loading)
    return (
      <LinkRow mark={mark} title={name}>
        <TextSkeleton name={name} />
      </LinkRow>
    )
  if (domain) return <ActiveCard network={network} domain={domain} />
  return (
    <LinkRow dimmed mark={mark} title={name} action={<LinkAction network={network} state={undefined} />}>
      <p className="text-sm text-soft">No business yet</p>
    </LinkRow>
  )
}

function ActiveCard({ network, domain }: { network: NetworkId; domain: Domain }) {
  const signIn = useStore<ReadableAtom<SignIn | GoogleSignIn>>(
    network === 'google' ? $googleSignIn : $signIns[network],
  )
  const account = useStore($accounts[network])
  const shown = useStore($shownAccount) === network
  const isUnlinked = account.state === 'ready' && !account.data.accountConnected
  const left = useStore(isUnlinked ? CHOICES[network] : $noChoice)
  const state = linkState(signIn, account, left)
  const { name } = networks[network]

  return (
    <LinkRow
      shown={shown}
      mark={<NetworkMark network={network} decorative className="size-8" />}
      title={'account' in state ? <ShowButton network={network} shown={shown} /> : name}
      badge={<StateBadge state={state} />}
      action={<LinkAction network={network} state={state} />}
    >
      {state.is === 'loading' ? (
        <TextSkeleton name={name} />
      ) : (
        <LinkText network={network} state={state} businessName={domain.businessName} />
      )}
      {signIn.step === 'failed' && (
        <div className="mt-2">
          <FormMessage message={signIn.message} />
          {saysPlanIsFull(signIn.message) && (
            <a href="/upgrade" rel="external" className="prose-link relative z-10 text-sm">
              Upgrade your plan
            </a>
          )}
        </div>
      )}
    </LinkRow>
  )
}

/** A button that covers the whole card. */
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

function StateBadge({ state }: { state: LinkState }) {
  if (state.is === 'linked')
    return (
      <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-3.5" />}>
        Connected
      </Badge>
    )
  if (state.is === 'signedOut')
    return (
      <Badge tone="warning" icon={<CircleAlert aria-hidden="true" className="size-3.5" />}>
        Needs reconnecting
      </Badge>
    )
  return null
}

const TextSkeleton = ({ name }: { name: string }) => (
  <div role="status" aria-label={`Loading ${name}`} className="py-0.5">
    <Skeleton className="h-5 w-40 max-w-full" />
  </div>
)
