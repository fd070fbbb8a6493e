import type { Context } from '#api/context.ts'
import { fileOf, openCopy } from './migrated.ts'

type Statement = { sql: string; args: [] }

/** Returns the query plans of all statements that `work` executes. */
export async function plansOf({ db }: Context, work: () => Promise<void>) {
  const executed: Statement[] = []
  const client = db.$client
  const { execute, batch } = client
  Object.assign(client, {
    execute: (statement: Statement) => {
      executed.push(statement)
      return execute.call(client, statement as never)
    },
    batch: (statements: Statement[], mode: 'write') => {
      executed.push(...statements)
      return batch.call(client, statements, mode)
    },
  })
  await work()
  Object.assign(client, { execute, batch })
  const plans = []
  // A copy, because an explained write stays open on its connection, which then can't commit.
  const { $client: copy } = await openCopy(await fileOf(db))
  for (const { sql, args } of executed) {
    const { rows } = await copy.execute({ sql: `explain query plan ${sql}`, args })
    plans.push({ sql, plan: rows.map(({ detail }) => detail as string) })
  }
  return plans
}
