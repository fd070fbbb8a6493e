/** True if `bun run test:faults` runs whole tables. `verify` runs the rows that a table names. */
export const isWhole = process.env.FAULTS === 'all'

/**
 * Returns the rows of a table of tests, or those that `verify` runs, by their names.
 * @throws {Error} if no row has one of the names
 */
export function inVerify<Row extends readonly [name: string, ...unknown[]]>(
  names: readonly string[],
  rows: readonly Row[],
): Row[] {
  const chosen = names.map(name => {
    const row = rows.find(([each]) => each === name)
    if (!row) throw new Error(`There is no row ${name}.`)
    return row
  })
  return isWhole ? [...rows] : chosen
}
