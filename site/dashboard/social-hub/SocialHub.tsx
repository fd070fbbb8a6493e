import { useStore } from '@nanostores/react'
import { Link2 } from 'lucide-react'
import { computed, onMount } from 'nanostores'
import { useState } from 'react'

import { planNote } from '#shared/accounts.ts'
import { networks, NETWORK_IDS } from '#shared/networks.ts'
import { useQueryReturn } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { LocationDialog } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains, $domainsRefreshing, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { ErrorState } from '#site/ui/states.tsx'
import { AccountInfo } from './AccountInfo.tsx'
import { $disconnecting, disconnect, keepConnected } from './accounts.ts'
import { Insights } from './Insights.tsx'
import { LinkCard, LinkRow } from './LinkCard.tsx'
import { PageChoiceDialog } from './PageChoiceDialog.tsx'

/** Number of accounts that the user has connected, and that the plan allows. */
const $allowance = remote(async () => (await (await api.auth.accountAllowance.$get()).json()).data)

const $connections = computed(Object.values($accounts), (...accounts) =>
  accounts.map(account => (account.state === 'ready' ? account.data.accountConnected : '?')).join(' '),
)

/** Reloads when an account of the business is connected or disconnected. */
onMount($allowance, () =>
  $connections.listen((now, before) => {
    if (before && !before.includes('?') && now !== before) void $allowance.reload()
  }),
)

export function SocialHub() {
  useQueryReturn()
  const domains = useStore($domains)
  // On a phone, somebody with a business looks for its accounts first; somebody without needs the prompt to add one.
  const hasBusiness = useStore($selectedDomain) !== undefined
  return (
    <>
      <ScreenHeading title="Social Hub">
        The accounts of your business in one place. <AccountMeter />
      </ScreenHeading>
      {domains.state === 'failed' ? (
        <ErrorState message={domains.message} onRetry={$domains.reload} />
      ) : (
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[20.5rem_minmax(0,1fr)]">
          <Insights />
          <div className={`grid grid-cols-1 content-start gap-10 ${hasBusiness ? 'max-lg:order-first' : ''}`}>
            <SocialLinks />
            <AccountInfo />
          </div>
        </div>
      )}
      <Refreshing />
      <PageChoiceDialog />
      <LocationDialog />
      <DisconnectDialog />
    </>
  )
}

/** Covers the screen while a saved business reloads, so that nothing moves. */
const Refreshing = () => (
  <div
    role="status"
    className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex justify-center empty:hidden"
  >
    {useStore($domainsRefreshing) && (
      <p className="flex animate-rise items-center gap-2.5 rounded-full bg-neutral px-4 py-2 text-sm text-neutral-content shadow-lift">
        <Spinner />
        Loading...
      </p>
    )}
  </div>
)

/** The plan's number of accounts, and how many are in use. Administrators have no limit. */
function AccountMeter() {
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

function DisconnectDialog() {
  const disconnecting = useStore($disconnecting)
  if (disconnecting.step === 'closed') return null
  const { name } = networks[disconnecting.network]
  return (
    <ConfirmDialog
      open
      danger
      title="Disconnect Account"
      confirmLabel="Disconnect"
      busy={disconnecting.step === 'saving'}
      onCancel={keepConnected}
      onConfirm={disconnect}
    >
      <div className="grid gap-3">
        <p>Are you sure you want to disconnect your {name} account?</p>
        <p className="text-sm text-soft">
          Its scheduled posts are on hold until you connect it again. Published posts stay on {name}.
        </p>
        <FormMessage message={disconnecting.step === 'asking' ? disconnecting.message : ''} />
      </div>
    </ConfirmDialog>
  )
}

const ConnectLinkDialog = lazyComponent(
  async () => (await import('./ConnectLinkDialog.tsx')).ConnectLinkDialog,
)

/** A card for each network, with its account and a button to connect it. */
export function SocialLinks() {
  const loading = useStore($domains).state === 'loading'
  const domain = useStore($selectedDomain)
  return (
    <section aria-labelledby="social-links">
      <h2 id="social-links" className="text-xl">
        Social Links
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">
        {domain || loading
          ? 'Connect an account, or choose a connected one to see its details.'
          : 'Add your business first, then connect its accounts.'}
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {NETWORK_IDS.map(network => (
          <LinkCard key={network} network={network} domain={domain} loading={loading} />
        ))}
        <LinkRow
          dimmed
          mark={<NetworkMark network="pinterest" decorative className="size-8" />}
          title="Pinterest"
          badge="Coming Soon"
        />
      </ul>
      {domain && (
        <Allowed to="connect">
          <SendConnectLink />
        </Allowed>
      )}
    </section>
  )
}

/** Offers a link for a client who doesn't use this dashboard. */
function SendConnectLink() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
      Does somebody else have the password?
      <Button small icon={<Link2 />} onClick={() => setOpen(true)}>
        Send a connect link
      </Button>
      {isOpen && <ConnectLinkDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
