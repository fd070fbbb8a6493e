import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { countTags, messageProblem } from '#shared/posts/captions.ts'
import { fieldsIn, fillIn, unknownFieldProblem } from '#shared/posts/fields.ts'
import { commentProblem } from '#shared/posts/first-comments.ts'
import { isSameLabel, splitLabels } from '#shared/posts/labels.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import { mentionedIn } from '#shared/posts/mentions.ts'
import { hashtagsIn } from '#shared/posts/saved-texts.ts'
import { websiteIn } from '#shared/requests/replies.ts'
import { composed, hasVisible, withAsciiDigits, withPlainDashes, withPlainSpaces } from './characters.ts'
import { compareNames } from './compare-names.ts'
import { exactCsvRow, unescapeFormula } from './csv.ts'
import { canonicalEmail } from './email.ts'
import { fold } from './fold.ts'
import { graphemePrefix, excerpt, withoutMarks } from './graphemes.ts'
import { findLinks } from './links.ts'
import { parseMarkdown } from './markdown.ts'
import { phoneNumberIn } from './phone-numbers.ts'
import { possessive } from './possessive.ts'
import { similarity } from './similarity.ts'
import { hashtagsOf, markLinks, mentionsOf } from './tags.ts'
import { toSingleLine } from './text.ts'
import { parseUrl, completeUrl } from './urls.ts'

const LENGTH = 100_000
const MAX_MS = 20
/** A busy machine takes longer, but quadratic work takes four times as long for twice the text, and seconds in all. */
const MAX_GROWTH = 3
const MAX_BUSY_MS = 300
/** A machine that is busy for a moment doesn't disturb all measurements. */
const ATTEMPTS = 3

const PIECES = [
  ...'aA1 .,;:!?-_/\\|@#%&=+*~`\'"()[]{}<>$\n\t',
  '\r\n',
  'é',
  'ß',
  '日',
  'م',
  '한',
  'ि',
  '\u0301',
  '\u00A0',
  '\u200B',
  '\u200D',
  '\uFE0F',
  '\u2800',
  '…',
  '٣',
  '１',
  '👍',
  '👩‍🔧',
  '🇦🇺',
  '\u{E0041}',
  '\uD83D',
  '\uFDFA',
  '\u0301\u0316',
  'a\u0301\u0316',
  'a日',
  'é@',
  '1 ',
  '1-',
  '+1 (',
  '0412 345 678 ',
  'a.',
  '.@',
  '#a',
  '@a ',
  '#.',
  '()',
  '([',
  '(a',
  'a)',
  '?&',
  '=1,',
  '::',
  '%C3',
  '\uD83Da',
  '1\u20E3',
  'k\u200D',
  'ab ',
  'a\n\n',
  'a, ',
  '"",',
  'http',
  'https://',
  'https://a.b/',
  'https://a)',
  'https://a(',
  'https://a.',
  'https://é',
  'https://a.b?c=1&',
  'www.a.b ',
  '=cmd',
  '\t=',
  '{{name}}',
  '@Pat Lee ',
  'xn--',
  'pat@a.example,',
  '2026-01-01 ',
  'Feb ',
]
const BEGINNINGS = ['', 'https://a.b/', 'https://', '@', '#a', 'pat@', '0412 345 67', '+61 ', '=']
const ENDINGS = ['x', '', 'x', ')']

const isSchema = (one: unknown): one is v.GenericSchema =>
  typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'schema' && '~run' in one

/** Builds an input in which every text of a schema is the given one. */
function filled(schema: v.GenericSchema, text: string): unknown {
  const { type, entries, item, options, wrapped } = schema as {
    type: string
    entries?: Record<string, v.GenericSchema>
    item?: v.GenericSchema
    options?: unknown[]
    wrapped?: v.GenericSchema
  }
  if (entries)
    return Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, filled(one, text)]))
  if (item) return [filled(item, text)]
  if (wrapped) return filled(wrapped, text)
  if (type === 'picklist' || type === 'literal')
    return options?.[0] ?? (schema as { literal?: unknown }).literal
  if (options && isSchema(options[0])) return filled(options[0], text)
  if (type === 'boolean') return true
  return type === 'number' ? 1 : text
}

const people = [
  { _id: '1', name: 'Pat Lee' },
  { _id: '2', name: 'a' },
]
const tags = { on: true, source: '', medium: 'social', campaign: '' }

/** Functions over users' texts. */
const CALLS: Record<string, (text: string) => unknown> = {
  findLinks,
  markLinks: text => markLinks(text, { linksWork: true, tagsWork: true, mentions: 'handles' }),
  tagLinks: text => tagLinks(text, 'facebook', tags),
  fieldsIn,
  unknownFieldProblem,
  fillIn: text => fillIn(text, { name: 'Pat’s', phone: '', address: '' }),
  hashtagsOf,
  hashtagsIn,
  mentionsOf,
  countTags,
  messageProblem: text => NETWORK_IDS.map(network => messageProblem(network, text)),
  commentProblem: text => NETWORK_IDS.map(network => commentProblem(network, text)),
  phoneNumberIn,
  possessive,
  mentionedIn: text => mentionedIn(text, people),
  similarity: text => similarity(text, `${text}.`),
  beginning: text => graphemePrefix(text, text.length - 1),
  excerpt: text => excerpt(text, 80),
  withoutMarks,
  parseMarkdown,
  fold,
  toSingleLine,
  composed,
  hasVisible,
  withAsciiDigits,
  withPlainDashes,
  withPlainSpaces,
  canonicalEmail,
  parseUrl,
  completeUrl,
  csvRow: text => exactCsvRow([text]),
  unescapeFormula,
  compareNames: text => compareNames(text, `${text}.`),
  splitLabels,
  websiteIn,
  isSameLabel: text => isSameLabel(text, `${text}.`),
}

type Call = { name: string; run: (text: string) => unknown }

/** Lists the functions, and every schema of `shared/`. */
async function exportedCalls(): Promise<Call[]> {
  const files = [...new Bun.Glob('shared/**/*.ts').scanSync('.')].filter(file => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async file => Object.entries((await import(`../../${file}`)) as Record<string, unknown>)),
  )
  const schemas = modules
    .flat()
    .flatMap(([name, one]) =>
      isSchema(one) ? [{ name, run: (text: string) => v.safeParse(one, filled(one, text)) }] : [],
    )
  return [...Object.entries(CALLS).map(([name, run]) => ({ name, run })), ...schemas]
}

/** Returns the milliseconds of processor time of one call. */
function measure({ run }: Call, text: string): number {
  const before = process.cpuUsage()
  run(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Returns the time of the fastest of four calls, or of the first if it hangs. */
function fastest(call: Call, text: string): number {
  const first = measure(call, text)
  return first > 1000 ? first : Math.min(first, ...Array.from({ length: 3 }, () => measure(call, text)))
}

/** Describes a call that takes too long, or more than proportionally longer for a longer text. */
function problemOf(call: Call, textOf: (length: number) => string): string | undefined {
  const text = textOf(LENGTH)
  // Nearly every call ends here, without the repetitions.
  if (measure(call, text) <= MAX_MS) return undefined
  const time = fastest(call, text)
  if (time <= MAX_MS) return undefined
  const growth = time / fastest(call, textOf(LENGTH / 2))
  const isSlow = (growth > MAX_GROWTH && time > MAX_MS * 2) || time > MAX_BUSY_MS
  return isSlow ? `${time} ms, ${growth} times half of it` : undefined
}

test(
  'reads 100 KB of any repeated text within 20 ms, in each text function and schema of shared/',
  async () => {
    const calls = await exportedCalls()
    const slow: string[] = []
    for (const [index, call] of calls.entries())
      for (const [at, piece] of PIECES.entries()) {
        // Schemas share most of their parts.
        if (!(call.name in CALLS) && (at + index) % 8 > 0) continue
        const textOf = (length: number) =>
          `${BEGINNINGS[at % BEGINNINGS.length]}${piece.repeat(Math.ceil(length / piece.length))}${ENDINGS[at % ENDINGS.length]}`
        // Even quadratic work would be fast enough for the whole text.
        if (measure(call, textOf(LENGTH / 10)) < MAX_MS / 100) continue
        let problem = problemOf(call, textOf)
        for (let attempt = 1; problem && attempt < ATTEMPTS; attempt++) problem = problemOf(call, textOf)
        if (problem) slow.push(`${call.name} ${JSON.stringify(piece)}: ${problem}`)
      }
    expect(slow).toEqual([])
    expect(calls.length).toBeGreaterThan(100)
  },
  HUNG_AFTER_MS,
)
