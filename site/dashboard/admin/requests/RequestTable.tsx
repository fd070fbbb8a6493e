import { Fragment } from 'react'

import type { Fact } from '#site/dashboard/admin/columns.ts'
import { FactText } from '#site/dashboard/admin/FactText.tsx'
import type { Kind } from '#site/dashboard/admin/kind.ts'
import { StageCell } from '#site/dashboard/admin/pipeline/stage/StageCell.tsx'
import { PINNED, Table } from '#site/ui/Table.tsx'
import type { SubmittedRequest } from './request-list.ts'
import { RequestActions, type RequestActionsProps } from './RequestActions.tsx'
import { SenderButton } from './SenderButton.tsx'

export type RowsProps<Request extends SubmittedRequest> = Omit<RequestActionsProps<Request>, 'request'> & {
  kind: Kind<Request>
  rows: readonly Request[]
}

/** Words break only where they are longer than the cell; an address of usual length has room. */
const widthOf = <Request,>({ long, instant, isContact }: Fact<Request>) =>
  isContact ? 'min-w-36' : instant ? 'min-w-20' : long ? 'min-w-28' : 'min-w-18'

/** The columns, led by the name and the time of a request, because windows of small laptops cut off the last ones. */
export const columnsOf = <Request,>(facts: readonly Fact<Request>[]): readonly Fact<Request>[] => {
  const [name, ...others] = facts.filter(({ inTable }) => inTable)
  return [name, others.find(({ instant }) => instant), ...others.filter(({ instant }) => !instant)].filter(
    fact => fact !== undefined,
  )
}

/** The list on wide screens; others show cards. A cell has two lines, so that all columns fit beside each other. */
export function RequestTable<Request extends SubmittedRequest>({ rows, ...props }: RowsProps<Request>) {
  const { kind } = props
  const facts = columnsOf(kind.facts)
  const [first, ...others] = facts.map(({ label }) => ({ label }))
  const columns = [
    ...(first ? [first] : []),
    { label: 'Status' },
    ...others,
    { label: 'Actions', numeric: true, pinned: true },
  ]
  return (
    <div className="max-xl:hidden [&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:ps-4">
      <Table caption={kind.caption} columns={columns}>
        {rows.map(request => (
          <tr key={request._id} className="border-base-300">
            {facts.map((fact, index) =>
              index === 0 ? (
                <Fragment key={fact.label}>
                  <th scope="row" className="min-w-28 font-semibold wrap-anywhere">
                    <SenderButton {...props} request={request} className="line-clamp-2" />
                  </th>
                  <td>
                    <StageCell {...request} />
                  </td>
                </Fragment>
              ) : (
                <td key={fact.label} className="text-xs">
                  <div className={`line-clamp-2 wrap-anywhere ${widthOf(fact)}`}>
                    <FactText fact={fact} request={request} missing="—" />
                  </div>
                </td>
              ),
            )}
            <td className={`w-0 py-1.5 text-end whitespace-nowrap ${PINNED}`}>
              <RequestActions {...props} request={request} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
