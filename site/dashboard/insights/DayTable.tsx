import type { AccountInsights } from '#shared/insights.ts'
import { formatDay, formatNumber } from '#site/lib/format.ts'
import { Table } from '#site/ui/Table.tsx'

const COLUMNS = [
  { label: 'Day' },
  { label: 'Followers', numeric: true },
  { label: 'Engagement', numeric: true },
]

const shown = (value: number | null) => (value === null ? '–' : formatNumber(value))

/** The charts' numbers as text, newest first. */
export const DayTable = ({ name, series }: Pick<AccountInsights, 'name' | 'series'>) => (
  <details className="group">
    <summary className="w-fit cursor-pointer text-sm font-semibold underline-offset-4 hover:underline">
      Show the numbers<span className="sr-only"> of {name}</span>
    </summary>
    <div className="mt-3 max-h-80 overflow-y-auto">
      <Table caption={`${name}, day by day`} columns={COLUMNS}>
        {series.toReversed().map(({ day, followers, engagement }) => (
          <tr key={day} className="border-base-300">
            <th scope="row" className="font-normal whitespace-nowrap">
              {formatDay(day)}
            </th>
            <td translate="no" className="text-end tabular-nums">
              {shown(followers)}
            </td>
            <td translate="no" className="text-end tabular-nums">
              {shown(engagement)}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  </details>
)
