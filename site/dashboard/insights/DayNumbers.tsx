import { formatDay, formatNumber } from '#site/lib/format.ts'
import { Table } from '#site/ui/Table.tsx'

type DayNumbersProps<Key extends string> = {
  name: string
  columns: readonly { key: Key; label: string }[]
  days: readonly ({ day: string } & Record<Key, number | null>)[]
}

/** The numbers of an account's charts in a folded table, the newest day first. */
export const DayNumbers = <Key extends string>({ name, columns, days }: DayNumbersProps<Key>) => (
  <details className="group">
    <summary className="w-fit cursor-pointer text-sm font-semibold underline-offset-4 hover:underline">
      Show the numbers<span className="sr-only"> of {name}</span>
    </summary>
    <div className="mt-3 max-h-80 overflow-y-auto">
      <Table
        caption={`${name}, day by day`}
        columns={[{ label: 'Day' }, ...columns.map(({ label }) => ({ label, numeric: true }))]}
      >
        {days.toReversed().map(day => (
          <tr key={day.day} className="border-base-300">
            <th scope="row" className="font-normal whitespace-nowrap">
              {formatDay(day.day)}
            </th>
            {columns.map(({ key }) => (
              <td key={key} translate="no" className="text-end tabular-nums">
                {day[key] === null ? '–' : formatNumber(day[key])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  </details>
)
