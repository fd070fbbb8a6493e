import { Eye, Trash2, Check, CircleDot, type LucideIcon, MessageCircle, X } from 'lucide-react'
import { Fragment } from 'react'

import { type RequestStage, REQUEST_STATUS_LABELS, type RequestStatus } from '#shared/requests/pipeline.ts'
import { type Fact, type SubmittedRequest, contactLink } from '#site/dashboard/admin/columns.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatExact, timeZone } from '#site/lib/format.ts'
import { Badge, type Tone } from '#site/ui/Badge.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { PINNED, Table } from '#site/ui/Table.tsx'
import { Time } from '#site/ui/Time.tsx'
import { callAhead, type RequestList } from './request-list.ts'

type RequestTableProps<Request extends SubmittedRequest> = {
  list: RequestList<Request>
  rows: readonly Request[]
  onView: (request: Request) => void
  onDelete: (request: Request) => void
}

/** Minimum width of a column: words break only if they are longer than the cell, which has room for a usual address. */
const widthOf = <Request,>({ long, instant, isContact }: Fact<Request>) =>
  isContact ? 'min-w-32' : instant ? 'min-w-18' : long ? 'min-w-32' : 'min-w-16'

/** The columns, led by the name and the time of a request, because windows of small laptops cut off the last ones. */
export const columnsOf = <Request,>(facts: readonly Fact<Request>[]): readonly Fact<Request>[] => {
  const [name, ...others] = facts.filter(({ inTable }) => inTable)
  return [name, others.find(({ instant }) => instant), ...others.filter(({ instant }) => !instant)].filter(
    fact => fact !== undefined,
  )
}

/** Shows requests as rows of two lines on wide screens, so that all columns fit, and as cards on small ones. */
export function RequestTable<Request extends SubmittedRequest>({
  list,
  rows,
  onView,
  onDelete,
}: RequestTableProps<Request>) {
  const facts = columnsOf(list.facts)
  const [first, ...others] = facts.map(({ label }) => ({ label }))
  const columns = [
    ...(first ? [first] : []),
    { label: 'Status' },
    ...others,
    { label: 'Actions', numeric: true, pinned: true },
  ]
  return (
    <div className="lg:[&_:is(td,th)]:px-2 lg:[&_:is(td,th):first-child]:ps-4">
      <Table stacks caption={list.caption} columns={columns}>
        {rows.map(request => (
          <tr
            key={request._id}
            className="border-base-300 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:border-b max-lg:py-2 max-lg:last:border-b-0 max-lg:*:border-0 max-lg:*:py-1"
          >
            {facts.map((fact, index) =>
              index === 0 ? (
                <Fragment key={fact.label}>
                  <th scope="row" className="min-w-28 font-semibold wrap-anywhere">
                    {/* Tab skips it, because the row has a button for that. */}
                    <button
                      type="button"
                      tabIndex={-1}
                      className="line-clamp-2 cursor-pointer text-start underline-offset-4 hover:underline max-lg:min-h-11"
                      onClick={() => onView(request)}
                    >
                      {list.sender(request)}
                    </button>
                    {callAhead(request) && (
                      <span className="mt-0.5 block text-xs font-normal text-amber">
                        Call {formatDueIn(timeZone(), callAhead(request)!)}
                      </span>
                    )}
                  </th>
                  <td className="max-lg:col-span-full">
                    <StageCell {...request} />
                  </td>
                </Fragment>
              ) : (
                <td
                  key={fact.label}
                  className={`text-xs max-lg:col-span-full max-lg:text-sm ${fact.text(request) ? '' : 'max-lg:hidden'}`}
                >
                  <div className={`line-clamp-2 wrap-anywhere ${widthOf(fact)}`}>
                    <span aria-hidden="true" className="me-2 text-xs text-soft lg:hidden">
                      {fact.label}
                    </span>
                    <FactText fact={fact} request={request} missing="—" />
                  </div>
                </td>
              ),
            )}
            <td
              className={`w-0 py-1.5 text-end whitespace-nowrap max-lg:col-start-2 max-lg:row-start-1 max-lg:w-auto ${PINNED}`}
            >
              <IconButton
                label={`View the request of ${list.sender(request)}`}
                tip="View"
                icon={<Eye />}
                onClick={() => onView(request)}
              />
              <IconButton
                label={`Delete the request of ${list.sender(request)}`}
                tip="Delete"
                icon={<Trash2 />}
                onClick={() => onDelete(request)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

const StageCell = ({ status, assignee }: RequestStage) => (
  <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
    <Badge {...LOOKS[status]}>{REQUEST_STATUS_LABELS[status]}</Badge>
    {assignee && (
      <span className="max-w-28 truncate text-xs text-soft">
        <span className="sr-only">Assigned to </span>
        {assignee.fullname}
      </span>
    )}
  </span>
)

const LOOKS: Record<RequestStatus, { tone: Tone; icon: LucideIcon }> = {
  new: { tone: 'warning', icon: CircleDot },
  contacted: { tone: 'info', icon: MessageCircle },
  won: { tone: 'good', icon: Check },
  lost: { tone: 'neutral', icon: X },
}

type FactTextProps<Request> = { fact: Fact<Request>; request: Request; missing: string; exact?: boolean }

export function FactText<Request>({ fact, request, missing, exact }: FactTextProps<Request>) {
  if (fact.instant) {
    const instant = fact.instant(request)
    if (exact) return formatExact(instant, timeZone())
    return <Time instant={instant} zone={timeZone()} />
  }
  const text = fact.text(request)
  const link = exact && fact.isContact && contactLink(text)
  if (link)
    return (
      <a href={link} className="prose-link">
        {text}
      </a>
    )
  if (text && fact.isContact) return <span translate="no">{withBreaks(text)}</span>
  return text || <span className="text-soft">{missing}</span>
}

/** Lets an e-mail address break after its @, instead of within a word. */
const withBreaks = (address: string) =>
  address.split(/(?<=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
