import { FactText } from '#site/dashboard/admin/FactText.tsx'
import { StageCell } from '#site/dashboard/admin/pipeline/stage/StageCell.tsx'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Time } from '#site/ui/Time.tsx'
import type { SubmittedRequest } from './request-list.ts'
import { RequestActions } from './RequestActions.tsx'
import type { RowsProps } from './RequestTable.tsx'
import { SenderButton } from './SenderButton.tsx'

/** The list on phones and tablets: a card for each table row. */
export function RequestCards<Request extends SubmittedRequest>({ rows, ...props }: RowsProps<Request>) {
  const { kind } = props
  return (
    <ul aria-label={kind.caption} className="grid gap-3 md:grid-cols-2 xl:hidden">
      {rows.map(request => (
        <li key={request._id} className="rounded-box border border-base-300 bg-raised p-4">
          <div className="flex items-start justify-between gap-3">
            <h3 className="min-w-0 text-base wrap-anywhere">
              <SenderButton {...props} request={request} className="min-h-11 wrap-anywhere" />
            </h3>
            <div className="-me-1.5 flex shrink-0">
              <RequestActions {...props} request={request} />
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StageCell {...request} />
            <span className="text-xs text-soft">
              <Time
                instant={request.createdAt}
                relative={formatRelative(request.createdAt)}
                exact={formatExact(request.createdAt)}
              />
            </span>
          </div>
          <dl className="mt-2 grid gap-1.5 text-sm">
            {kind.facts.slice(1).map(fact =>
              fact.inTable && !fact.instant && fact.text(request) ? (
                <div key={fact.label} className="grid gap-x-2 min-[22rem]:grid-cols-[5.5rem_minmax(0,1fr)]">
                  <dt className="text-soft">{fact.label}</dt>
                  <dd className={fact.long ? 'line-clamp-2 wrap-anywhere' : 'wrap-anywhere'}>
                    <FactText fact={fact} request={request} missing="—" />
                  </dd>
                </div>
              ) : null,
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}
