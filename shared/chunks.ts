/** Splits rows among statements or calls. The default size suits statements: SQLite accepts 32,766 values in each. */
export const chunksOf = <Row>(rows: readonly Row[], size = 500): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  )
