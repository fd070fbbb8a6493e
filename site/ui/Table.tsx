import type { ReactNode } from 'react'

import { classes } from './classes.ts'

/** A last column that stays visible while the others scroll. */
export const PINNED = 'sticky end-0 border-s border-base-300 bg-raised'

export type TableProps = {
  caption: string
  columns: readonly { label: string; numeric?: boolean; pinned?: boolean }[]
  /** On narrow screens each row becomes a card whose cells carry their own labels. */
  stacks?: boolean
  /** `<tr>` elements. */
  children: ReactNode
}

/** Scrolls sideways within its own frame on narrow screens, by keyboard too. */
export const Table = ({ caption, columns, stacks, children }: TableProps) => (
  <div
    role="group"
    aria-label={caption}
    tabIndex={0}
    className="overflow-x-auto rounded-box border border-base-300 bg-raised"
  >
    <table className="table">
      <caption className="sr-only">{caption}</caption>
      <thead className={stacks ? 'max-lg:sr-only' : ''}>
        <tr className="border-base-300 text-xs text-soft">
          {columns.map(column => (
            <th
              key={column.label}
              scope="col"
              className={classes(column.numeric && 'text-end', column.pinned && PINNED)}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
