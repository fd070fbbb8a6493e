import { useStore } from '@nanostores/react'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'

import type { Domain } from '#shared/domains.ts'
import { Button } from '#site/ui/Button.tsx'
import { Signpost } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/EmptyState.tsx'
import { ErrorState } from '#site/ui/ErrorState.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { SkeletonRows } from '#site/ui/Skeleton.tsx'
import { Table } from '#site/ui/Table.tsx'
import { askToDeleteDomain, createDomain, editDomain } from '../domains/dialogs.ts'
import { $domains } from '../domains/store.ts'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { SCORE_LABELS, Scores } from './Scores.tsx'

const COLUMNS = [
  { label: 'Domain / Website' },
  ...SCORE_LABELS.map(label => ({ label, numeric: true })),
  { label: 'Actions', numeric: true },
]

export function DomainTable() {
  const domains = useStore($domains)
  if (domains.state === 'loading') return <SkeletonRows rows={3} label="Loading your domains" />
  if (domains.state === 'failed') return <ErrorState message={domains.message} onRetry={$domains.reload} />
  if (domains.data.length === 0) return <NoDomains />
  return (
    <Table stacks caption="Domain Performance Metrics" columns={COLUMNS}>
      {domains.data.map(domain => (
        <DomainRow key={domain._id} domain={domain} />
      ))}
    </Table>
  )
}

const NoDomains = () => (
  <div ref={keepFocus} className="rounded-box border border-base-300 bg-raised">
    <EmptyState
      drawing={<Signpost />}
      title="No domains found"
      action={<Button onClick={createDomain}>Add your first domain</Button>}
    >
      Add your business, and its website if it has one. Social accounts and posts belong to it.
    </EmptyState>
  </div>
)

const DomainRow = ({ domain }: { domain: Domain }) => (
  <tr
    ref={keepFocus}
    className="border-base-300 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:py-1.5 max-lg:*:border-0"
  >
    <th scope="row" className="font-normal lg:max-w-80">
      <span className="block truncate font-semibold">{domain.businessName}</span>
      {domain.websiteURL && (
        <a
          href={domain.websiteURL}
          target="_blank"
          rel="noreferrer"
          className="inline-flex max-w-full items-center gap-1 text-xs text-soft underline-offset-4 hover:underline"
        >
          <span className="truncate">{domain.websiteURL.replace(/^https?:\/\/|\/$/g, '')}</span>
          <ExternalLink aria-hidden="true" className="size-3 shrink-0" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </th>
    <Scores domain={domain} />
    <td className="w-0 text-end whitespace-nowrap max-lg:col-start-2 max-lg:row-start-1 max-lg:w-auto">
      <IconButton
        label={`Edit ${domain.businessName}`}
        tip="Edit"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={() => editDomain(domain)}
      />
      <IconButton
        label={`Delete ${domain.businessName}`}
        tip="Delete"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => askToDeleteDomain(domain)}
      />
    </td>
  </tr>
)
