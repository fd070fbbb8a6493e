import { useStore } from '@nanostores/react'
import { ExternalLink, Plus } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { type Measurement, SCORE_CATEGORIES } from '#shared/scores.ts'
import { UnopenedClients } from '#site/dashboard/shared/clients/UnopenedClients.tsx'
import { createDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $isAgency, $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { timeZone } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { EmptyState, SkeletonRows } from '#site/ui/states.tsx'
import { Table } from '#site/ui/Table.tsx'
import { Time } from '#site/ui/Time.tsx'
import { $recent, $refreshed, $refreshing, isBusy, SCORE_LABELS } from './scores/scores.ts'
import { RowActions, Scores, StaleNote } from './scores/Scores.tsx'
import { StatCards } from './StatCards.tsx'
import { $overview } from './store.ts'

/** Figures and websites of the user's businesses. Hidden from agencies without any, for which all would be zero. */
export function OwnBusinesses() {
  const isAgency = useStore($isAgency)
  const domains = useStore($domains)
  const hasFigures = useStore($overview).data?.figures.connected !== 0
  if (isAgency && domains.data?.length === 0) return null
  return (
    <>
      {isAgency && hasFigures && <AllTogether />}
      <div>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">Domain Performance Metrics</h2>
          <Button variant="ink" small onClick={createDomain} icon={<Plus />}>
            Add New Domain
          </Button>
        </div>
        <Loaded store={$domains} loading={<SkeletonRows rows={3} label="Loading your businesses" />}>
          {domains => (domains.length === 0 ? <NoDomains /> : <DomainTable domains={domains} />)}
        </Loaded>
      </div>
    </>
  )
}

/** The figures of all clients that the user has opened. */
export const AllTogether = () => (
  <StatCards $store={$overview} title={`All ${useStore($businessNoun).many} together`}>
    <UnopenedClients where="included" path="/dashboard" />
  </StatCards>
)

const COLUMNS = [
  { label: 'Domain / Website' },
  ...SCORE_CATEGORIES.map(category => ({ label: SCORE_LABELS[category], numeric: true })),
  { label: 'Actions', numeric: true },
]

function DomainTable({ domains }: { domains: readonly Domain[] }) {
  const recent = useStore($recent)
  const refreshing = useStore($refreshing)
  return (
    <>
      <Table stacks caption="Domain Performance Metrics" columns={COLUMNS}>
        {domains.map(domain => (
          <DomainRow
            key={domain._id}
            domain={domain}
            busy={isBusy(domain, refreshing)}
            recent={recent.data?.[domain._id] ?? []}
          />
        ))}
      </Table>
      <p role="status" className="sr-only">
        {useStore($refreshed)}
      </p>
    </>
  )
}

const NoDomains = () => (
  <EmptyState
    drawing={<Signpost />}
    title="No domains found"
    action={<Button onClick={createDomain}>Add your first business</Button>}
  >
    Add your business, and its website if it has one. Social accounts and posts belong to it.
  </EmptyState>
)

type RowProps = { domain: Domain; busy: boolean; recent: readonly Measurement[] }

const DomainRow = ({ domain, busy, recent }: RowProps) => (
  <tr className="border-base-300 max-lg:grid max-lg:grid-cols-2 max-lg:border-b max-lg:py-2 max-lg:last:border-b-0 max-lg:*:border-0">
    <th scope="row" className="font-normal max-lg:col-span-2 lg:max-w-80">
      <span className="block font-semibold wrap-anywhere lg:truncate">{domain.businessName}</span>
      {domain.websiteURL && <WebsiteLink url={domain.websiteURL} />}
      {recent.length > 0 && (
        <span className="block text-xs text-soft">
          Measured <Time instant={recent.at(-1)!.measuredAt} zone={domain.timeZone || timeZone()} />
        </span>
      )}
      <StaleNote domain={domain} />
    </th>
    <Scores domain={domain} measuring={busy} recent={recent} />
    <td className="w-0 text-end whitespace-nowrap max-lg:col-span-2 max-lg:w-auto max-lg:pt-0">
      <RowActions domain={domain} busy={busy} hasHistory={recent.length > 0} />
    </td>
  </tr>
)

const WebsiteLink = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer"
    className="inline-flex max-w-full items-center gap-1 text-xs text-soft underline-offset-4 hover:underline"
  >
    <span className="truncate">{url.replace(/^https?:\/\/|\/$/g, '')}</span>
    <ExternalLink className="size-3 shrink-0" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
