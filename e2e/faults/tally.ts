import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Ways in which the promise can break, as the report of a whole run counts them. */
export const BREACHES = ['doubles', 'lost', 'untold', 'toldTwice', 'untrue'] as const
export type Breach = (typeof BREACHES)[number]
export type Tally = Record<Breach, number> & { posts: number }

/** The file that `run.ts` reads; empty where nobody counts. */
const { FAULTS_TALLY = '' } = process.env

const emptyTally = (): Tally => ({ posts: 0, doubles: 0, lost: 0, untold: 0, toldTwice: 0, untrue: 0 })

/** Adds the posts of one scenario to the report. */
export function addToTally(tally: Tally): void {
  if (FAULTS_TALLY !== '') appendFileSync(FAULTS_TALLY, `${JSON.stringify(tally)}\n`)
}

/** Sums up what scenarios of several processes added. */
export function readTally(path: string): Tally {
  const sum = emptyTally()
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  for (const line of lines.filter(Boolean)) {
    const tally = JSON.parse(line) as Tally
    sum.posts += tally.posts
    for (const breach of BREACHES) sum[breach] += tally[breach]
  }
  return sum
}

export const describeTally = ({ posts, doubles, lost, untold, toldTwice, untrue }: Tally) =>
  `${posts} posts: ${doubles} doubles, ${lost} lost, ${untold} untold, ${toldTwice} told twice, ${untrue} untrue`

const KINDS: [RegExp, Breach][] = [
  [/^published \d+ times/, 'doubles'],
  [/^is (scheduled|publishing|unconfirmed)\b/, 'lost'],
  [/^0 (notifications|mails)/, 'untold'],
  [/^\d+ (notifications|mails)/, 'toldTwice'],
  [/^says /, 'untrue'],
]

/** Adds one post, with the violations that `verdict.ts` found of it. */
export function addVerdict(violations: readonly string[]): void {
  const tally = { ...emptyTally(), posts: 1 }
  for (const violation of violations) {
    const breach = KINDS.find(([kind]) => kind.test(violation))?.[1]
    if (breach) tally[breach]++
  }
  addToTally(tally)
}
