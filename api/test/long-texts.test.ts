import { expect, test } from 'bun:test'

import { HUNG_AFTER_MS } from './clock.ts'
import { isWhole } from './in-verify.ts'
import { BODY_BYTES, openLongTexts, type Pattern, PATTERNS, type TextField } from './long-texts.ts'

/** CPU time in which nobody else is served. The slowest call takes a tenth of it. */
const MAX_TURN_MS = 250

/** `FAULTS=all` sends every pattern in every field, and as many mixtures of them, which `FAULTS_SEED` chooses. */
const { FAULTS_SEED = '1' } = process.env

/** Texts of posts, which may be long. The other fields reject a long text at once, so each gets a handful of patterns in turn. */
const isOfPost = ({ path }: TextField) =>
  path.includes('platforms') && ['message', 'firstComment'].includes(path.at(-1) ?? '')

function patternsFor(field: TextField, index: number): Pattern[] {
  if (isWhole) return [...PATTERNS, ...PATTERNS.map((_, n) => mixture(`${index} ${n}`))]
  if (isOfPost(field)) return [...PATTERNS]
  const every = field.in === 'json' || field.in === 'form' ? 9 : 15
  return PATTERNS.filter((_, n) => (n + index) % every === 0)
}

/** Returns a pattern that repeats some of the others in turn. */
function mixture(name: string): Pattern {
  const drawn = (n: number) => Bun.hash.xxHash32(`${FAULTS_SEED} ${name} ${n}`)
  const parts = Array.from(
    { length: 2 + (drawn(0) % 4) },
    (_, n) => PATTERNS[drawn(n + 1) % PATTERNS.length]!,
  )
  return { start: parts[0]!.start ?? '', unit: parts.map(({ unit }) => unit).join('') }
}

test(
  'responds to 100 KB of any repeated text in any field of any call, and lets nobody else wait',
  async () => {
    const { fields, send } = await openLongTexts()
    expect(fields.length).toBeGreaterThan(350)
    const failures: object[] = []
    for (const [index, field] of fields.entries())
      for (const [n, pattern] of patternsFor(field, index).entries()) {
        const bytes = isWhole ? BODY_BYTES : [BODY_BYTES[n % BODY_BYTES.length]!]
        for (const size of bytes) {
          const { status, ms, body } = await send(field, pattern, size)
          if (status >= 500 || ms > MAX_TURN_MS) failures.push({ field, pattern, size, status, ms, body })
        }
      }
    expect(failures).toEqual([])
  },
  isWhole ? 24 * 60 * 60_000 : HUNG_AFTER_MS,
)
