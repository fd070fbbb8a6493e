import type { Figure } from '../figure.ts'
import { bullmq } from './bullmq.ts'
import { graphileWorker } from './graphile-worker.ts'
import { percentile } from './lateness.ts'
import { currawong } from './ours.ts'

/** `finish`: each job is claimed and marked as done. `tell`: a notice, an event and a mail are written with it. */
export type Work = 'finish' | 'tell'

/** Claims due jobs and writes their outcomes; gives the milliseconds that all of them took. */
export type Contender = {
  name: string
  run(jobs: number, work: Work): Promise<number>
  stop(): Promise<void>
}

const WORKS = { finish: 'Claim and finish', tell: 'Claim, finish and tell' } as const

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
    return [...(await compare(all, 'finish')), ...(await compare(all, 'tell'))]
  } finally {
    for (const contender of all) await contender.stop()
  }
}

async function compare(all: Contender[], work: Work): Promise<Figure[]> {
  const [ours] = all
  const times = new Map(all.map(contender => [contender, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of all) times.get(contender)!.push(await contender.run(JOBS, work))
  const rising = (contender: Contender) => times.get(contender)!.toSorted((a, b) => a - b)
  const median = (contender: Contender) => percentile(rising(contender), 50)
  const speed = (ms: number) => ({ value: (JOBS / ms) * 1000, unit: 'per second' }) as const
  return all.flatMap(contender => [
    { name: `${WORKS[work]}, by ${contender.name}`, ...speed(median(contender)) },
    { name: '  slowest round', ...speed(rising(contender).at(-1)!) },
    { name: '  fastest round', ...speed(rising(contender)[0]!) },
    ...(contender === ours
      ? []
      : [
          {
            name: '  our time against theirs',
            value: median(ours!) / median(contender),
            unit: 'ratio',
            limit: 1,
          } as const,
        ]),
  ])
}
