import { ChartSpline, Pencil, RefreshCw, Trash2 } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { askToDeleteDomain, editDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { openHistory } from './history.ts'
import { refreshScores } from './refreshing.ts'

type Props = { domain: Domain; busy: boolean; hasHistory: boolean }

export const RowActions = ({ domain, busy, hasHistory }: Props) => (
  <>
    {domain.websiteURL && isAllowed(domain.role, 'configure') && (
      <RefreshButton of={domain.businessName} busy={busy} onClick={() => void refreshScores(domain)} />
    )}
    {hasHistory && (
      <IconButton
        label={`Scores of ${domain.businessName} over time`}
        tip="Over time"
        icon={<ChartSpline aria-hidden="true" className="size-4" />}
        onClick={() => openHistory(domain)}
      />
    )}
    {isAllowed(domain.role, 'configure') && (
      <IconButton
        label={`Edit ${domain.businessName}`}
        tip="Edit"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={() => editDomain(domain)}
      />
    )}
    {isAllowed(domain.role, 'own') && (
      <IconButton
        label={`Delete ${domain.businessName}`}
        tip="Delete"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => askToDeleteDomain(domain)}
      />
    )}
  </>
)

type RefreshProps = { of: string; busy: boolean; onClick: () => void }

/** Keeps the focus and ignores presses while busy. */
export const RefreshButton = ({ of, busy, onClick }: RefreshProps) => (
  <IconButton
    label={`Refresh the scores of ${of}`}
    tip={busy ? 'Generating scores' : 'Refresh scores'}
    aria-disabled={busy || undefined}
    className={busy ? 'cursor-default' : ''}
    icon={busy ? <Spinner /> : <RefreshCw aria-hidden="true" className="size-4" />}
    onClick={() => busy || onClick()}
  />
)
