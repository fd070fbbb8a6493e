import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'

import { handleOf } from '#shared/accounts.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { type NetworkId, NETWORK_IDS, networks } from '#shared/networks.ts'
import type { Overview } from '#shared/overview.ts'
import { listAgencyNeeds } from '#site/dashboard/overview/morning/agency-needs.ts'
import { Days, MorningSkeleton } from '#site/dashboard/overview/morning/Morning.tsx'
import { NeedsYou } from '#site/dashboard/overview/morning/NeedsYou.tsx'
import { NextPosts } from '#site/dashboard/overview/morning/NextPosts.tsx'
import { StatCards } from '#site/dashboard/overview/StatCards.tsx'
import { $clientOverview } from '#site/dashboard/overview/store.ts'
import { ConnectionBadge } from '#site/dashboard/shared/accounts/AccountAvatar.tsx'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $clients } from '#site/dashboard/shared/clients/clients.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Section, SectionLink } from '#site/ui/Section.tsx'
import { EmptyState, Skeleton } from '#site/ui/states.tsx'

/** Loaded by the shell before this screen renders. */
export { $clientOverview }

/** One client: what it needs, its next posts, its figures and its accounts. It is the selected business. */
export function ClientPage() {
  const domain = useStore($selectedDomain)
  return (
    <Loaded store={$domains} loading={<MorningSkeleton />}>
      {() => (domain ? <Client domain={domain} /> : <NoClient />)}
    </Loaded>
  )
}

const SCREENS = [
  { label: 'Calendar', href: '/dashboard/calendar' },
  { label: 'View Social Posts', href: '/dashboard/view-post?tab=scheduled' },
  { label: 'Insights', href: '/dashboard/insights' },
  { label: 'Monthly Reports', href: '/dashboard/reports' },
  { label: 'Settings', href: '/dashboard/settings' },
] as const

function Client({ domain }: { domain: Domain }) {
  const { many } = useStore($businessNoun)
  return (
    <>
      <a
        href="/dashboard/clients"
        className="prose-link mb-3 inline-flex items-center gap-1.5 text-sm leading-8"
      >
        <ArrowLeft className="size-4" />
        All {many}
      </a>
      <ScreenHeading
        title={domain.businessName}
        action={SCREENS.map(({ label, href }) => (
          <ButtonLink key={label} small href={href}>
            {label}
          </ButtonLink>
        ))}
      >
        {domain.websiteURL ? domain.websiteURL.replace(/^https?:\/\/|\/$/g, '') : `One of your ${many}.`}
      </ScreenHeading>
      <Loaded store={$clientOverview} loading={<MorningSkeleton />}>
        {overview => (
          <div className="mb-10 grid grid-cols-1 gap-8">
            <Needs domain={domain} overview={overview} />
            <Days overview={overview}>
              <NextPosts posts={overview.next} />
            </Days>
          </div>
        )}
      </Loaded>
      <StatCards $store={$clientOverview} title="Figures" />
      <Accounts />
    </>
  )
}

/** The client's tasks, without its name on each. */
function Needs({ domain, overview }: { domain: Domain; overview: Overview }) {
  const clients = (useStore($clients).data?.clients ?? []).filter(({ _id }) => _id === domain._id)
  const needs = listAgencyNeeds({ clients, overview })
  return <NeedsYou needs={needs.map(need => ({ ...need, client: '' }))} overview={overview} isOfOne />
}

const Accounts = () => (
  <Section title="Accounts" beside={<SectionLink href="/dashboard/social-hub">Social Hub</SectionLink>}>
    <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-box border border-base-300 bg-base-300 sm:grid-cols-2">
      {NETWORK_IDS.map(network => (
        <Account key={network} network={network} />
      ))}
    </ul>
  </Section>
)

function Account({ network }: { network: NetworkId }) {
  const { state, data } = useStore($accounts[network])
  const isLinked = data?.accountConnected === true
  return (
    <li className="flex items-center gap-3 bg-raised p-4 text-sm sm:last:odd:col-span-2">
      <NetworkMark network={network} decorative className="size-6 shrink-0" />
      <div className="min-w-0 grow">
        <h3 className="font-sans text-sm font-semibold tracking-normal">{networks[network].name}</h3>
        {state === 'loading' ? (
          <Skeleton className="my-0.5 h-4 w-28" />
        ) : (
          <p className="truncate text-soft">
            {isLinked ? handleOf(data) : state === 'failed' ? 'This didn’t load.' : 'Not connected'}
          </p>
        )}
      </div>
      {isLinked && <ConnectionBadge works={data.status === 'connected'} />}
    </li>
  )
}

const NoClient = () => (
  <>
    <ScreenHeading title="Client" />
    <EmptyState
      drawing={<Signpost />}
      heading="h2"
      title="No client is chosen"
      action={<ButtonLink href="/dashboard/clients">All clients</ButtonLink>}
    >
      Choose one in the list.
    </EmptyState>
  </>
)
