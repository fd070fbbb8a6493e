import type { ReactNode } from 'react'

import { Table, type TableProps } from '#site/ui/Table.tsx'

type DayNumbersProps = { name: string; columns: TableProps['columns']; children: ReactNode }

/** Shows the numbers of an account's charts in a table that the user unfolds. Each row is a day. */
export const DayNumbers = ({ name, columns, children }: DayNumbersProps) => (
  <details className="group">
    <summary className="w-fit cursor-pointer text-sm font-semibold underline-offset-4 hover:underline">
      Show the numbers<span className="sr-only"> of {name}</span>
    </summary>
    <div className="mt-3 max-h-80 overflow-y-auto">
      <Table caption={`${name}, day by day`} columns={[{ label: 'Day' }, ...columns]}>
        {children}
      </Table>
    </div>
  </details>
)
