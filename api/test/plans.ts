import type { Context } from '#api/context.ts'

type Statement = { sql: string; args: [] }

/** How the database goes about each statement that was asked of it meanwhile. */
export async function plansOf({ db: { $client: client } }: Context, work: () => Promise<void>) {
  const asked: Statement[] = []
  const { execute, batch } = client
  Object.assign(client, {
    execute: (statement: Statement) => {
      asked.push(statement)
      return execute.call(client, statement as never)
    },
    batch: (statements: Statement[], mode: 'write') => {
      asked.push(...statements)
      return batch.call(client, statements, mode)
    },
  })
  await work()
  Object.assign(client, { execute, batch })
  const plans = []
  for (const { sql, args } of asked) {
    const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args })
    plans.push({ sql, plan: rows.map(({ detail }) => detail as string) })
  }
  return plans
}
