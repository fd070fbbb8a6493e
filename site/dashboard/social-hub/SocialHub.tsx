import { useStore } from '@nanostores/react'
import { Link2 } from 'lucide-react'
import { useEffect } from 'react'

import { describePlanLimit, handleOf, type LinkedAccount } from '#shared/accounts.ts'
import { formatList } from '#shared/format-list.ts'
import { networks, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { AccountAvatar } from '#site/dashboard/shared/accounts/AccountAvatar.tsx'
import { $allowance, $shownAccount } from '#site/dashboard/shared/accounts/accounts.ts'
import { useQueryReturn } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { LinkCard, LinkRow } from '#site/dashboard/shared/accounts/LinkCard.tsx'
import { LocationDialog } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { PageDialog } from '#site/dashboard/shared/accounts/PageDialog.tsx'
import { useSignInResult } from '#site/dashboard/shared/accounts/server-sign-in.ts'
import { signIns } from '#site/dashboard/shared/accounts/sign-ins.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { openConnectLink } from '#site/dashboard/shared/domains/dialogs.ts'
import { $domains, $domainsRefreshing, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $isAdmin, $me } from '#site/dashboard/shared/me.ts'
import { $can, Allowed } from '#site/dashboard/shared/permissions.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { formatNumber } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ExternalButton } from '#site/ui/ExternalButton.tsx'
import { Section } from '#site/ui/Section.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'
import { PostingTips } from './PostingTips.tsx'

export function SocialHub() {
  useQueryReturn()
  useSignInResult()
  useConnectFromLink()
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
          <PostingTips />
          <div className={`grid grid-cols-1 content-start gap-10 ${hasBusiness ? 'max-lg:order-first' : ''}`}>
            <SocialLinks />
            <AccountInfo />
          </div>
        </div>
      )}
      <Refreshing />
      <PageDialog />
      <LocationDialog />
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
  const { used, limit } = useStore($allowance).data ?? { used: 0, limit: null }
  if (useStore($isAdmin)) return null
  return (
    <>
      {describePlanLimit(me.data?.maxAccounts ?? null)}{' '}
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

/** A card for each network, with its account and a button to connect it. */
export function SocialLinks() {
  const loading = useStore($domains).state === 'loading'
  const domain = useStore($selectedDomain)
  const mayConnect = useStore($can)('connect')
  return (
    <Section
      title="Social Links"
      note={
        !mayConnect
          ? 'Owners and editors of this business connect its accounts. Choose a connected one to see its details.'
          : domain || loading
            ? 'Connect an account, or choose a connected one to see its details.'
            : 'Add your business first, then connect its accounts.'
      }
    >
      <ul className="grid grid-cols-1 gap-3">
        {NETWORK_IDS.map(network => (
          <LinkCard key={network} network={network} domain={domain} loading={loading} />
        ))}
        <LinkRow dimmed network="pinterest" title="Pinterest" badge="Coming Soon" />
      </ul>
      {domain && (
        <Allowed to="connect">
          <SendConnectLink domainId={domain._id} />
        </Allowed>
      )}
    </Section>
  )
}

/** Offers a link for a client who doesn't use this dashboard. */
function SendConnectLink({ domainId }: { domainId: string }) {
  const isLinked = useStore($router)?.search['connect-link'] === 'new'
  useEffect(() => {
    if (!isLinked) return
    $router.open('/dashboard/social-hub', true)
    void openConnectLink(domainId)
  }, [isLinked, domainId])
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
      Does somebody else have the password?
      <Button small icon={<Link2 />} onClick={() => void openConnectLink(domainId)}>
        Send a connect link
      </Button>
    </div>
  )
}

export function AccountInfo() {
  const network = useStore($shownAccount)
  return (
    <Section title="Account info">
      <div id="account-info" aria-live="polite" className="rounded-box border border-base-300 bg-raised">
        {network ? (
          <Loaded store={$accounts[network]} loading={<InfoSkeleton network={network} />}>
            {account => (account.accountConnected ? <Info account={account} /> : <Placeholder />)}
          </Loaded>
        ) : (
          <Placeholder />
        )}
      </div>
    </Section>
  )
}

const Placeholder = () => (
  <p className="px-6 py-10 text-center text-sm text-soft">Select your account to view account info here</p>
)

const Info = ({ account }: { account: LinkedAccount }) => {
  const { name, username, followers, following, email, location, bio, link, provider } = account
  const values = {
    Handle: username,
    Followers: followers !== null && formatNumber(followers),
    Following: following !== null && formatNumber(following),
    Email: email,
    Bio: bio,
  }
  const missing = Object.entries(values).flatMap(([title, value]) => (value ? [] : [title]))
  return (
    <article className="grid grid-cols-1 gap-6 p-6">
      <header className="flex flex-wrap items-center gap-4">
        <AccountAvatar account={account} className="size-16" />
        <div className="min-w-0 grow basis-48">
          <h3 className="text-lg wrap-anywhere">{name || handleOf(account)}</h3>
          {username && <p className="text-sm wrap-anywhere text-soft">@{username}</p>}
        </div>
        {link && (
          <ExternalButton small href={link} context={`on ${networks[provider].name}`}>
            View Account
          </ExternalButton>
        )}
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-base-300 pt-5">
        <Fact name="Followers" figure value={values.Followers} />
        <Fact name="Following" figure value={values.Following} />
        <Fact name="Email" across="max-sm:col-span-2" value={email} />
        <Fact name="Location" across="max-sm:col-span-2" value={location} />
        <Fact name="Bio" across="col-span-2" value={bio} />
        {missing.length > 0 && (
          <div className="col-span-2 text-sm text-soft">
            <dt className="text-xs">{formatList(missing)}</dt>
            <dd>No info available</dd>
          </div>
        )}
      </dl>
    </article>
  )
}

type FactProps = { name: string; figure?: boolean; across?: string; value: string | false }

const Fact = ({ name, figure, across, value }: FactProps) =>
  value && (
    <div className={across}>
      <dt className="text-xs text-soft">{name}</dt>
      <dd
        className={
          figure ? 'font-display text-xl font-semibold tabular-nums' : 'wrap-anywhere whitespace-pre-line'
        }
      >
        {value}
      </dd>
    </div>
  )

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

/**
 * Opens the sign-in of the network that a link of the dashboard names, such as Reconnect. A page that has just loaded doesn't,
 * because browsers open a window only after a press.
 */
export async function connectFromLink(isAfterPress = navigator.userActivation?.isActive ?? false) {
  const { route, search } = $router.get() ?? {}
  const network = NETWORK_IDS.find(id => id === search?.connect)
  if (route !== 'socialHub' || !network || !$selectedDomain.get()) return
  $router.open('/dashboard/social-hub', true)
  if (isAfterPress && $can.get()('connect')) await signIns[network].connect()
}

export function useConnectFromLink() {
  const network = useStore($router)?.search.connect
  const domain = useStore($selectedDomain)
  useEffect(() => {
    if (network && domain) void connectFromLink()
  }, [network, domain])
}
