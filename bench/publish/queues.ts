import type { Figure } from '../figure.ts'
import { bullmq } from './contenders/bullmq.ts'
import type { Contender, Work } from './contenders/contender.ts'
import { currawong } from './contenders/currawong.ts'
import { graphileWorker } from './contenders/graphile-worker.ts'
import { percentile } from './lateness.ts'

const LABELS: Record<Work, string> = { finish: 'Claim and finish', notify: 'Claim, finish and notify' }

const JOBS = 5000
const ROUNDS = 3

/** Runs the same work alternately on our queue and two others, and reports the median of each. */
export async function queues(): Promise<Figure[]> {
  const ours = await currawong()
  const others = (await Promise.all([bullmq(), graphileWorker()])).filter(
    contender => contender !== undefined,
  )
  const all = [ours, ...others]
  try {
    return [...(await compare(all, 'finish')), ...(await compare(all, 'notify'))]
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
    { name: `${LABELS[work]}, by ${contender.name}`, ...speed(median(contender)) },
    { name: '  slowest round', ...speed(rising(contender).at(-1)!) },
    { name: '  fastest round', ...speed(rising(contender)[0]!) },
    ...(contender === ours
      ? []
      : [
          {
            name: '  our time relative to theirs',
            value: median(ours!) / median(contender),
            unit: 'ratio',
            limit: 1,
          } as const,
        ]),
  ])
}
