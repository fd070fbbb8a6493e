import { is } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { getTableConfig, type SQLiteColumn, SQLiteTable } from '#api/db/schema/columns.ts'

type Row = Record<string, unknown>
export type Owner = { userId: string; email: string }

/** Returns every table of the schema. */
export async function everyTable(): Promise<SQLiteTable[]> {
  const files = [...new Bun.Glob('**/*.ts').scanSync(`${import.meta.dirname}/../../db/schema`)]
  const modules = await Promise.all(files.map(file => import(`../../db/schema/${file}`) as Promise<Row>))
  return modules.flatMap(module => Object.values(module).filter(value => is(value, SQLiteTable)))
}

export const nameOf = (table: SQLiteTable) => getTableConfig(table).name

const parentsOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.map(key => {
    const { columns, foreignTable, foreignColumns } = key.reference()
    return { column: columns[0]!, foreignTable, foreignColumn: foreignColumns[0]! }
  })

const identifiesUser = (column: SQLiteColumn) => column.name === 'user_id' || column.name === 'email'

/** Returns whether a table's rows identify users: by id or e-mail, or through another table. */
export const identifiesUsers = (table: SQLiteTable): boolean =>
  getTableConfig(table).columns.some(identifiesUser) ||
  parentsOf(table).some(({ foreignTable }) => foreignTable !== table && identifiesUsers(foreignTable))

/** Returns the text that marks all of a user's rows, so that it can be found anywhere. */
export const markOf = ({ userId }: Owner) => `mark-${userId}`

let lastNumber = 1_900_000_000_000

/** Inserts a row of the user into every table that identifies users. Texts contain the user's mark. */
export async function fillEveryTable({ db }: Pick<Context, 'db'>, owner: Owner): Promise<void> {
  const filled = new Map<string, Promise<Row>>()

  const fill = (table: SQLiteTable): Promise<Row> => {
    const known = filled.get(nameOf(table))
    if (known) return known
    const row = insert(table)
    filled.set(nameOf(table), row)
    return row
  }

  async function insert(table: SQLiteTable): Promise<Row> {
    const values: Row = {}
    const parents = parentsOf(table)
    for (const [key, column] of Object.entries(columnsOf(table))) {
      const parent = parents.find(({ column: own }) => own.name === column.name)
      values[key] =
        column.name === 'user_id'
          ? owner.userId
          : column.name === 'domain_id' && table !== domains
            ? (await fill(domains)).id
            : parent
              ? (await fill(parent.foreignTable))[keyOf(parent.foreignTable, parent.foreignColumn)]
              : valueOf(column, owner)
    }
    await db.insert(table).values(values)
    return values
  }

  for (const table of await everyTable()) {
    if (nameOf(table) === 'users') filled.set('users', Promise.resolve({ id: owner.userId }))
  }
  for (const table of await everyTable()) if (identifiesUsers(table)) await fill(table)
}

const columnsOf = (table: SQLiteTable): Record<string, SQLiteColumn> =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => isColumn(value))) as Record<
    string,
    SQLiteColumn
  >

const isColumn = (value: unknown): value is SQLiteColumn =>
  typeof value === 'object' && value !== null && 'columnType' in value

const keyOf = (table: SQLiteTable, column: SQLiteColumn): string =>
  Object.entries(columnsOf(table)).find(([, { name }]) => name === column.name)![0]

function valueOf(column: SQLiteColumn, owner: Owner): unknown {
  const unique = ++lastNumber
  if (column.name === 'email') return owner.email
  if (column.enumValues?.length) return column.enumValues[0]
  switch (column.dataType) {
    case 'date':
      return new Date(unique)
    case 'boolean':
      return false
    case 'number':
      return unique
    case 'json':
      return { mark: markOf(owner), email: owner.email }
    default:
      return `${markOf(owner)}-${column.name.replaceAll('_', '-')}-${unique}`
  }
}

/** Returns every row of the database as JSON, with its table. */
export async function everyRow({ db }: Pick<Context, 'db'>): Promise<{ table: string; row: string }[]> {
  const tables = await db.$client.execute(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'`,
  )
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const table = name as string
      const { rows } = await db.$client.execute(`select * from "${table}"`)
      return rows.map(row => ({ table, row: JSON.stringify({ ...row }) }))
    }),
  )
  return rows.flat()
}
