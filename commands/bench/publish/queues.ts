import type { Figure } from '../figure.ts'
import { bullmq } from './bullmq.ts'
import { graphileWorker } from './graphile-worker.ts'
import { percentile } from './lateness.ts'
import { currawong } from './ours.ts'

/** Claims due jobs and writes their outcomes; gives the milliseconds that all of them took. */
export type Contender = { name: string; run(jobs: number): Promise<number>; stop(): Promise<void> }

const JOBS = 5000
const ROUNDS = 3

/** The same work on ours and on two others, in turns, a median of each. */
export async function queues(): Promise<Figure[]> {
  const ours = await currawong()
  const others = (await Promise.all([bullmq(), graphileWorker()])).filter(
    contender => contender !== undefined,
  )
  const all = [ours, ...others]
  try {
    const times = new Map(all.map(contender => [contender, [] as number[]]))
    for (let round = 0; round < ROUNDS; round++)
      for (const contender of all) times.get(contender)!.push(await contender.run(JOBS))
    const rising = (contender: Contender) => times.get(contender)!.toSorted((a, b) => a - b)
    const median = (contender: Contender) => percentile(rising(contender), 50)
    return all.flatMap(contender => [
      {
        name: `Claim and finish by ${contender.name}`,
        value: (JOBS / median(contender)) * 1000,
        unit: 'per second',
      },
      { name: '  slowest round', value: (JOBS / rising(contender).at(-1)!) * 1000, unit: 'per second' },
      { name: '  fastest round', value: (JOBS / rising(contender)[0]!) * 1000, unit: 'per second' },
      ...(contender === ours
        ? []
        : [
            {
              name: '  our time against theirs',
              value: median(ours) / median(contender),
              unit: 'ratio',
              limit: 1,
            } as const,
          ]),
    ])
  } finally {
    for (const contender of all) await contender.stop()
  }
}
