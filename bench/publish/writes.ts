import type { Context } from '../../api/context.ts'
import { createEngine } from '../../api/publishing/engine.ts'
import { createProcessGroup } from '../../commands/processes/process-group.ts'
import type { Figure } from '../figure.ts'
import { startProvider } from './provider.ts'
import { openDataFolder, schedule, temporaryDataFolder } from './scene.ts'

const DELIVERIES = 500

/** Counts the database statements of a delivery from its claim to its notifications. */
export async function writes(): Promise<Figure[]> {
  const processes = createProcessGroup()
  const provider = await startProvider(processes)
  const home = temporaryDataFolder(provider.settings)
  let ctx: Context | undefined
  try {
    ctx = await openDataFolder(home)
    await schedule(ctx, DELIVERIES, () => ctx!.now())
    const engine = createEngine(ctx)
    const counted = countStatements(ctx.db.$client)
    await engine.tick()
    await engine.idle()
    await engine.stop()
    return [
      { name: 'A delivery: statements that write', value: counted.writes / DELIVERIES, unit: 'count' },
      { name: '  transactions that write', value: counted.transactions / DELIVERIES, unit: 'count' },
      { name: '  statements that read', value: counted.reads / DELIVERIES, unit: 'count' },
    ]
  } finally {
    ctx?.mailer.close()
    ctx?.db.$client.close()
    await processes.stop()
    home.remove()
  }
}

type Client = Context['db']['$client']

function countStatements(client: Client) {
  const counted = { reads: 0, writes: 0, transactions: 0 }
  const isRead = (statement: unknown) => /^\s*(select|with)\b/i.test(textOf(statement))
  const count = (statements: unknown[]) => {
    const reads = statements.filter(isRead).length
    counted.reads += reads
    counted.writes += statements.length - reads
    if (reads < statements.length) counted.transactions++
  }
  const { execute, batch } = client
  Object.assign(client, {
    execute: (...args: Parameters<Client['execute']>) => (count([args[0]]), execute.apply(client, args)),
    batch: (...args: Parameters<Client['batch']>) => (count(args[0]), batch.apply(client, args)),
  })
  return counted
}

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : (statement as { sql: string }).sql
