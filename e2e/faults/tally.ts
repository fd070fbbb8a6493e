import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Violations of the publishing guarantees, as counted in the report of a run. */
export const BREACHES = ['doubles', 'lost', 'unnotified', 'notifiedTwice', 'misreported'] as const
export type Breach = (typeof BREACHES)[number]
export type Tally = Record<Breach, number> & { posts: number }

/** Path of the file that `run.ts` reads. Empty if `run.ts` isn't running. */
const { FAULTS_TALLY = '' } = process.env

const emptyTally = (): Tally => ({
  posts: 0,
  doubles: 0,
  lost: 0,
  unnotified: 0,
  notifiedTwice: 0,
  misreported: 0,
})

/** Adds a scenario's posts to the report. */
export function addToTally(tally: Tally): void {
  if (FAULTS_TALLY !== '') appendFileSync(FAULTS_TALLY, `${JSON.stringify(tally)}\n`)
}

/** Sums the tallies of all processes. */
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

export const describeTally = ({ posts, doubles, lost, unnotified, notifiedTwice, misreported }: Tally) =>
  `${posts} posts: ${doubles} doubles, ${lost} lost, ${unnotified} unnotified, ${notifiedTwice} notified twice, ${misreported} misreported`

const KINDS: [RegExp, Breach][] = [
  [/^published \d+ times/, 'doubles'],
  [/^is (scheduled|publishing|unconfirmed)\b/, 'lost'],
  [/^0 (notifications|mails)/, 'unnotified'],
  [/^\d+ (notifications|mails)/, 'notifiedTwice'],
  [/^says /, 'misreported'],
]

/** Adds one post with the violations found by `violations.ts`. */
export function addPost(violations: readonly string[]): void {
  const tally = { ...emptyTally(), posts: 1 }
  for (const violation of violations) {
    const breach = KINDS.find(([kind]) => kind.test(violation))?.[1]
    if (breach) tally[breach]++
  }
  addToTally(tally)
}
