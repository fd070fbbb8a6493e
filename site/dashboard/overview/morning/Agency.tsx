import { useStore } from '@nanostores/react'
import { Lock, Plus } from 'lucide-react'

import type { Client } from '#shared/businesses/clients.ts'
import type { Overview } from '#shared/overview.ts'
import { askToOpen } from '#site/dashboard/shared/clients/ask-to-open.ts'
import { $clients } from '#site/dashboard/shared/clients/clients.ts'
import { $unansweredCounts } from '#site/dashboard/shared/counts.ts'
import { createClient } from '#site/dashboard/shared/domains/dialogs.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $isAdmin } from '#site/dashboard/shared/me.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { timeZone } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { Section, SectionLink } from '#site/ui/Section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#site/ui/states.tsx'
import { $soon, MAX_SOON, listAgencyNeeds, nextTwoDays } from './agency-needs.ts'
import { NeedsYou } from './NeedsYou.tsx'
import { Due, LastDraft, NextPost } from './NextPosts.tsx'

/** Lists what needs somebody, in all clients. */
export function ClientsNeed({ overview }: { overview: Overview }) {
  const isAdmin = useStore($isAdmin)
  return (
    <Loaded store={$clients} loading={<Skeleton className="h-40 w-full" />}>
      {({ clients }) => (
        <>
          {isAdmin ? (
            <AdministratorsNeed clients={clients} overview={overview} />
          ) : (
            <NeedsYou needs={listAgencyNeeds({ clients, overview })} overview={overview} />
          )}
          {clients.length === 0 && <NoClients />}
        </>
      )}
    </Loaded>
  )
}

/** Adds the requests from the website, which only administrators read. */
function AdministratorsNeed(desk: { clients: readonly Client[]; overview: Overview }) {
  const unanswered = useStore($unansweredCounts).data
  return <NeedsYou needs={listAgencyNeeds({ ...desk, unanswered })} overview={desk.overview} />
}

const NoClients = () => (
  <EmptyState
    drawing={<Signpost />}
    heading="h2"
    title="No clients yet"
    action={
      <Button variant="primary" onClick={createClient} icon={<Plus />}>
        New client
      </Button>
    }
  >
    Add one, or turn a request from your website into one.
  </EmptyState>
)

export function NextTwoDays() {
  const clients = useStore($clients)
  const soon = useStore($soon)
  const now = useStore($now)
  if (soon.state === 'loading' || clients.state === 'loading') return <Skeleton className="h-90 w-full" />
  if (soon.state === 'failed') return <ErrorState message={soon.message} onRetry={$soon.reload} />
  const list = clients.data?.clients ?? []
  if (clients.state === 'ready' && list.length === 0) return null
  const names = new Map(list.map(({ _id, businessName }) => [_id, businessName]))
  const entries = nextTwoDays(soon.data, list, now)
  return (
    <Section
      title="Next two days"
      beside={
        <SectionLink href="/dashboard/view-post?tab=scheduled&businesses=all">
          {entries.length > MAX_SOON ? 'More planned posts' : 'All planned posts'}
        </SectionLink>
      }
    >
      {entries.length === 0 ? (
        <p className="rounded-box border border-base-300 bg-raised p-5 text-sm text-soft">
          Nothing goes out in the next two days.
        </p>
      ) : (
        <ol className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
          {entries
            .slice(0, MAX_SOON)
            .map(entry =>
              'post' in entry ? (
                <NextPost key={entry.post._id} post={entry.post} client={names.get(entry.post.domainId)} />
              ) : (
                <UnopenedNext key={entry.client._id} at={entry.at} client={entry.client} />
              ),
            )}
        </ol>
      )}
      <LastDraft />
    </Section>
  )
}

/** Names neither the post nor its networks, which only members and visitors see. */
const UnopenedNext = ({ at, client }: { at: string; client: Client }) => (
  <li>
    <button
      type="button"
      onClick={() => askToOpen(client, '/dashboard/calendar')}
      className="flex w-full cursor-pointer items-center gap-3 p-3 text-start hover:bg-base-200/60"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-field bg-base-200 text-soft">
        <Lock className="size-5" />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-sm wrap-anywhere">Next post of {client.businessName}</span>
        <span className="block text-xs text-soft tabular-nums">
          <Due at={at} zone={client.timeZone || timeZone()} />
        </span>
      </span>
    </button>
  </li>
)
