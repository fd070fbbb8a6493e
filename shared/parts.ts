/** Splits rows among statements or calls. The default is for statements, because SQLite takes 32,766 values in each. */
export const partsOf = <Row>(rows: readonly Row[], size = 500): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  )
