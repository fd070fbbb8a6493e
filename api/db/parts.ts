const MAX_ROWS = 500

/** Splits rows among statements, because SQLite takes 32,766 values in each. */
export const partsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, part) =>
    rows.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS),
  )
