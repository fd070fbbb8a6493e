const MAX_ROWS = 500

/** Splits rows among statements, because SQLite takes 32,766 values in each. */
export const partsOf = <Row>(rows: readonly Row[], size = MAX_ROWS): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  )
