import { join } from 'node:path'

import type { Context } from '../../api/context.ts'
import { MAX_IN_FLIGHT } from '../../api/deliveries/capacity.ts'
import { createProcessGroup } from '../../commands/processes/process-group.ts'
import { buildSite } from '../../commands/setup/build-site.ts'
import type { Figure } from '../figure.ts'
import { type AuditVisitors, startVisitors } from './auditing-visitors.ts'
import { type Lateness, percentile, readLateness } from './lateness.ts'
import { runInNetworkNamespace } from './own-network.ts'
import { CALL_MS, startProvider } from './provider.ts'
import { runApi } from './run-api.ts'
import { openDataFolder, schedule, temporaryDataFolder } from './scene.ts'

const MB = 1024 ** 2
const SECOND = 1000
/** Time to insert the rows and start the api. */
const START_SECONDS = 8
const WITHIN_MS = 100_000
const DUE = 5000
const RUNS = 3

/** Publishes 5,000 deliveries due in the same second and compares the time with the minimum that the provider's calls take. */
export async function drain(): Promise<Figure[]> {
  const { bytes, processorMs, calls, bareMs, start, published } = await publishAll(DUE, at => () => at)
  const floor = (calls * CALL_MS) / MAX_IN_FLIGHT
  const took = published.at(-1)!
  return [
    { name: '5,000 due in one second: calls of 50 ms each', value: calls, unit: 'count' },
    { name: `  minimum, ${MAX_IN_FLIGHT} at a time`, value: floor, unit: 'ms' },
    { name: '  measured with the same calls and nothing else', value: bareMs, unit: 'ms' },
    { name: '  due → last published', value: took, unit: 'ms' },
    { name: '  relative to the minimum', value: took / floor, unit: 'ratio', limit: 1.35 },
    { name: '  relative to the same calls and nothing else', value: took / bareMs, unit: 'ratio' },
    { name: '  due → work begins, median', value: percentile(start, 50), unit: 'ms' },
    { name: '  due → published, median', value: percentile(published, 50), unit: 'ms' },
    { name: '  processor time of the api per delivery', value: processorMs / DUE, unit: 'ms', limit: 3.6 },
    { name: '  most memory', value: bytes, unit: 'bytes', limit: 300 * MB },
  ]
}

const overAMinute = (at: Date) => (index: number) => new Date(+at + (index % 60) * SECOND)

/** Publishes 1,000 deliveries due over one minute, at whole seconds, as people choose them. */
export async function spread(): Promise<Figure[]> {
  const { bytes, start, published } = await publishAll(1000, overAMinute)
  return [
    { name: '1,000 over a minute: due → work begins, median', value: percentile(start, 50), unit: 'ms' },
    { name: '  due → work begins, p99', value: percentile(start, 99), unit: 'ms', limit: 1000 },
    { name: '  due → published, median', value: percentile(published, 50), unit: 'ms' },
    { name: '  due → published, p99', value: percentile(published, 99), unit: 'ms', limit: 1500 },
    { name: '  most memory', value: bytes, unit: 'bytes', limit: 300 * MB },
  ]
}

/** Compares `spread` with the same run while twenty visitors have websites checked, three times. */
export async function audits(): Promise<Figure[]> {
  await buildSite()
  return JSON.parse(await runInNetworkNamespace(join(import.meta.dirname, 'audits.fixture.ts'))) as Figure[]
}

/** Measures `audits` in the network namespace that `own-network.ts` creates. */
export async function auditsInNamespace(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (let run = 1; run <= RUNS; run++) {
    const alone = await publishAll(1000, overAMinute)
    const visitors = await startVisitors()
    const beside = await publishAll(1000, overAMinute, visitors)
    const { visits, privateConnections } = await visitors.end()
    const count = (outcome: string) => visits.filter(visit => visit.outcome === outcome).length
    const slowest = (times: (number | undefined)[]) => Math.max(...times.filter(ms => ms !== undefined))
    figures.push(
      { name: `run ${run}: due → work begins, p99`, value: percentile(alone.start, 99), unit: 'ms' },
      { name: '  with twenty website checks', value: percentile(beside.start, 99), unit: 'ms' },
      { name: '  with them, the latest', value: beside.start.at(-1)!, unit: 'ms' },
      { name: '  due → published, p99', value: percentile(alone.published, 99), unit: 'ms' },
      { name: '  with twenty website checks', value: percentile(beside.published, 99), unit: 'ms' },
      {
        name: '  first words about a website, slowest',
        value: slowest(visits.map(({ firstMs }) => firstMs)),
        unit: 'ms',
        limit: 1000,
      },
      {
        name: '  from a check’s turn to its result, slowest',
        value: slowest(visits.map(({ turnMs }) => turnMs)),
        unit: 'ms',
        limit: 60_000,
      },
      { name: '  websites with a result', value: count('done'), unit: 'count', min: 15 },
      { name: '  addresses that redirect inside, and failed', value: count('failed'), unit: 'count', min: 2 },
      { name: '  private addresses refused', value: count('refused'), unit: 'count', min: 3 },
      { name: '  connections to private addresses', value: privateConnections, unit: 'count', limit: 0 },
    )
  }
  return figures
}

async function publishAll(
  count: number,
  dueFrom: (first: Date) => (index: number) => Date,
  visitors?: AuditVisitors,
): Promise<Lateness & { bytes: number; processorMs: number; calls: number; bareMs: number }> {
  const processes = createProcessGroup()
  const provider = await startProvider(processes)
  const home = temporaryDataFolder({ ...provider.settings, ...visitors?.settings })
  let ctx: Context | undefined
  try {
    ctx = await openDataFolder(home)
    const first = new Date((Math.ceil(Date.now() / SECOND) + START_SECONDS) * SECOND)
    await schedule(ctx, count, dueFrom(first))
    const used = await runApi(processes, ctx, home, {
      withinMs: WITHIN_MS,
      meanwhile: visitors?.begin,
      rest: visitors?.rest,
    })
    const calls = await provider.calls()
    const bareMs = await provider.bareCalls(calls, MAX_IN_FLIGHT)
    return { ...(await readLateness(ctx)), ...used, calls, bareMs }
  } finally {
    ctx?.mailer.close()
    ctx?.db.$client.close()
    await processes.stop()
    home.remove()
  }
}
