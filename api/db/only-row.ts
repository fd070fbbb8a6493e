/** Returns the row of a statement that always has one, e.g. an insert with `returning`. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}
