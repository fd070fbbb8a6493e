import type { InStatement } from '@libsql/client'
import { fillPlaceholders, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from './client.ts'

type Values = Record<string, unknown>

/** The parts that we use of what Drizzle's `prepare()` returns. `execute` only gives the type of the result. */
type PreparedQuery<Result = unknown> = {
  getQuery: () => { sql: string; params: unknown[] }
  mapResult: (response: unknown, isFromBatch: boolean) => unknown
  execute: (values?: Values) => Promise<Result>
}

const builder: Pick<Db, 'select' | 'insert' | 'update' | 'delete'> = drizzle.mock()

/**
 * Builds a query once, because building a Drizzle query takes longer than running it. The returned function binds it to a
 * database, or to the one that `write` passes.
 */
export function prepared<Result>(build: (db: typeof builder) => PreparedQuery<Result>) {
  let built: PreparedQuery<Result> | undefined
  return ({ $client }: Pick<Db, '$client'>) => {
    const query = (built ??= build(builder))
    const statement = (values: Values = {}): InStatement => {
      const { sql, params } = query.getQuery()
      return { sql, args: fillPlaceholders(params, values) as never }
    }
    const resultOf = (response: unknown) => query.mapResult(response, true) as Result
    return {
      statement,
      resultOf,
      execute: async (values?: Values) => resultOf(await $client.execute(statement(values))),
    }
  }
}

/** Like Drizzle's `inArray`, for a placeholder of a prepared query. Its value is a JSON array of any length. */
export const isAmong = (column: SQLWrapper, placeholder = 'ids') =>
  sql`${column} in (select item.value from json_each(${sql.placeholder(placeholder)}) as item)`

type Query = Pick<ReturnType<ReturnType<typeof prepared<unknown>>>, 'statement' | 'resultOf'>
type ResultsOf<Queries extends readonly Query[]> = {
  [Key in keyof Queries]: ReturnType<Queries[Key]['resultOf']>
}

/** Runs queries of `prepared` in one transaction, so that none sees a change that another missed. Returns the rows of each. */
export async function readAtomically<const Queries extends readonly Query[]>(
  { $client }: Pick<Db, '$client'>,
  queries: Queries,
  values: Values,
): Promise<ResultsOf<Queries>> {
  const responses = await $client.batch(
    queries.map(query => query.statement(values)),
    'read',
  )
  return queries.map((query, index) => query.resultOf(responses[index])) as ResultsOf<Queries>
}
