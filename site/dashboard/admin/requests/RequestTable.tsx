import { Fragment } from 'react'

import type { Fact } from '#site/dashboard/admin/columns.ts'
import { FactText } from '#site/dashboard/admin/FactText.tsx'
import type { Kind } from '#site/dashboard/admin/kind.ts'
import { StageCell } from '#site/dashboard/admin/pipeline/stage/StageCell.tsx'
import { PINNED, Table } from '#site/ui/Table.tsx'
import type { SubmittedRequest } from './request-list.ts'
import { RequestActions, type RequestActionsProps } from './RequestActions.tsx'

export type RowsProps<Request extends SubmittedRequest> = Omit<RequestActionsProps<Request>, 'request'> & {
  kind: Kind<Request>
  rows: readonly Request[]
}

const widthOf = <Request,>({ long, instant }: Fact<Request>) =>
  instant ? '' : long ? 'max-w-32 min-w-24 truncate' : 'max-w-32 truncate'

/** The columns, led by the name and the time of a request, because windows of small laptops cut off the last ones. */
export const columnsOf = <Request,>(facts: readonly Fact<Request>[]): readonly Fact<Request>[] => {
  const [name, ...others] = facts.filter(({ inTable }) => inTable)
  return [name, others.find(({ instant }) => instant), ...others.filter(({ instant }) => !instant)].filter(
    fact => fact !== undefined,
  )
}

/** The list on wider screens; phones show cards. */
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
    <div className="max-lg:hidden [&_:is(td,th)]:px-2.5 [&_:is(td,th):first-child]:ps-4">
      <Table caption={kind.caption} columns={columns}>
        {rows.map(request => (
          <tr key={request._id} className="border-base-300">
            {facts.map((fact, index) =>
              index === 0 ? (
                <Fragment key={fact.label}>
                  <th scope="row" className="max-w-36 truncate font-semibold">
                    <FactText fact={fact} request={request} missing="—" />
                  </th>
                  <td>
                    <StageCell {...request} />
                  </td>
                </Fragment>
              ) : (
                <td key={fact.label} className={widthOf(fact)}>
                  <FactText fact={fact} request={request} missing="—" />
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
