import {
  ANY_BUSINESS,
  HEADLINE_ENDS,
  OPENINGS,
  SUBJECTS,
  SYNONYMS,
  WEEK_POSTS,
  WEEK_SUBJECTS,
} from './sentences.ts'

/** The requested length of a text. */
interface Length {
  unit: 'words' | 'characters'
  min: number
  max: number
}

const DEFAULT: Length = { unit: 'words', min: 80, max: 90 }
const LENGTH = /(\d[\d,]*)(?:\s*(?:-|–|to)\s*(\d[\d,]*))?[\s-]*(word|character)s?/i
const HEADLINE = /headline of (?:about )?(\d+) words/i
const REWRITING = /\bmake it (shorter|longer)|\bin (other words)/i
const OPENING_OF_REPORT = /\bopening of a monthly report\b/i
const WEEK = /\bpost for a week\b[\s\S]*?\bIt is about ([^.]+)\./i
const WISHES = /^The owner’s wishes: ([\s\S]+?)\n<\/about>/m
const PICTURE = /^Its picture shows: (.+?)\.?$/m
const FIRST_WEEK = /\bfive social media posts for a first week\b/i
const ANSWER = /\bWrite an answer of at most \d+ words to (a comment|a review with [1-5])\b/i
const EMOJI = /\p{Extended_Pictographic}(?:\u200D\p{Extended_Pictographic}|\uFE0F)*/gu

/** Writes or rewrites a post in plain English, or opens a report. The text depends only on the prompt. */
export function writePost(prompt: string): string {
  const text = textOf(prompt)
  const [, resized, rephrased] = REWRITING.exec(prompt) ?? []
  if (OPENING_OF_REPORT.test(prompt)) return openReport(text)
  const answered = ANSWER.exec(prompt)?.[1]
  if (answered) return answer(text, Number(/\d/.exec(answered)?.[0] ?? 5))
  if (FIRST_WEEK.test(prompt)) return planWeek(prompt, text)
  const length = lengthOf(prompt)
  const week = WEEK.exec(prompt)?.[1]
  if (week) return composeForWeek(prompt, week)
  if (resized) return resize(text, length.max)
  if (rephrased) return rephrase(text, seedOf(text))
  return compose(text, length, Number(HEADLINE.exec(prompt)?.[1] ?? 10))
}

/** Writes a post of a week about the subject that the prompt chose, with sentences that fit the business's voice. */
function composeForWeek(prompt: string, chosen: string): string {
  const [, wishes = ''] = WISHES.exec(prompt) ?? []
  const [, voice = ''] = /<voice>([\s\S]*?)<\/voice>/.exec(prompt) ?? []
  const words = Number(/at most (\d+) words/.exec(prompt)?.[1] ?? 40)
  const { headline, says } = WEEK_SUBJECTS.find(({ about }) => about.test(chosen)) ?? WEEK_SUBJECTS[0]!
  const more = sentencesAbout(`${voice}\n${wishes}`, seedOf(prompt))
  const wished = sentencesOf(wishes)
  const wish = (wished[seedOf(chosen) % wished.length] ?? '').replace(/[^.!?]$/, '$&.')
  const [, picture = ''] = PICTURE.exec(prompt) ?? []
  const shown = picture && ` In the picture: ${picture.charAt(0).toLowerCase()}${picture.slice(1)}.`
  const tags = tagsOf(voice || wishes, headline)
    .split(' ')
    .slice(-3)
    .join(' ')
  return `${headline}\n\n${fill([...says, wish].filter(Boolean).join(' ') + shown, more, { measure: countWords, min: Math.floor(words * 0.5), max: words })}\n\n${tags}`
}

/** Returns the prompt's quoted text, otherwise the text after 'about'. */
function textOf(prompt: string): string {
  const [, , marked] = /<(\w+)>([\s\S]*?)<\/\1>/.exec(prompt) ?? []
  return (marked ?? /about:?\s+([\s\S]+)$/i.exec(prompt)?.[1] ?? prompt).trim()
}

const seedOf = (text: string) => [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7)

function lengthOf(prompt: string): Length {
  const [, min, max, unit] = LENGTH.exec(prompt.replace(HEADLINE, '')) ?? []
  if (!min || !unit) return DEFAULT
  const from = Number(min.replaceAll(',', ''))
  const to = max ? Number(max.replaceAll(',', '')) : from
  return { unit: unit.toLowerCase() === 'word' ? 'words' : 'characters', min: from, max: to }
}

function compose(text: string, { unit, min, max }: Length, headlineWords: number): string {
  const seed = seedOf(text)
  const subject = subjectOf(text)
  const headline = headlineOf(subject, seed, headlineWords)
  const tags = tagsOf(text, subject)
  const emoji = text.match(EMOJI)?.[0]
  const [opening = '', ...others] = [openingOf(subject, seed), ...sentencesAbout(text, seed)].map(
    (sentence, index) => (emoji && index % 2 === 0 ? `${sentence} ${emoji}` : sentence),
  )
  if (unit === 'words')
    return `${headline}\n\n${fill(opening, others, { measure: countWords, min, max })}\n\n${tags}`
  const remaining = max - lengthWithSpace(headline) - lengthWithSpace(tags) - 2
  if (remaining < 20) return [...`${opening} ${others.join(' ')}`].slice(0, max).join('')
  return `${headline}\n\n${fill(opening, others, { measure: lengthWithSpace, min: remaining + 1, max: remaining + 1 })}\n\n${tags}`
}

const REQUESTED_LENGTH =
  /,?\s*\b(?:in|with|of)?\s*(?:about\s*)?\d[\d,]*(?:\s*(?:-|–|to)\s*\d[\d,]*)?[\s-]*(?:words?|characters?)\b.*$/is
const FILLERS =
  /^(?:please\s+)?(?:(?:can you\s+)?(?:write|draft|create|make|do|announce|promote|advertise|mention|share|say|remind|tell)\b(?:\s+(?:us|me|people|everyone|everybody|customers|our customers|followers))?(?:\s+(?:an?|the)(?:\s+[\w-]+){0,3}?\s+(?:post|caption|text))?(?:\s+(?:about|that|for|on|of))?\s+)/i
const SMALL_WORDS = new Set(
  'a an and at by for from in into is it of on or our that the their this to we with your'.split(' '),
)
const MAX_SUBJECT_WORDS = 10
const MAX_HEADLINE_SUBJECT = 6

/** Returns the beginning of the text as a few words without an end mark, such as 'New rainwater tanks for small gardens'. */
function subjectOf(text: string): string {
  const [first = ''] = text
    .replace(EMOJI, '')
    .replace(FILLERS, '')
    .replace(REQUESTED_LENGTH, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .split(/[.!?;:\n]/)
  const subject = firstWords(first, MAX_SUBJECT_WORDS)
  if (!/\p{L}/u.test(subject)) return 'News from our shop'
  return subject.charAt(0).toUpperCase() + subject.slice(1)
}

/** Returns at most `max` words, without small words such as 'for' at the end. */
function firstWords(text: string, max: number): string {
  const words = text.trim().split(/\s+/).slice(0, max)
  while (words.length > 1 && SMALL_WORDS.has(words.at(-1)!.toLowerCase())) words.pop()
  return words.join(' ').replace(/[,–-]+$/, '')
}

function headlineOf(subject: string, seed: number, count: number): string {
  const start = firstWords(subject, MAX_HEADLINE_SUBJECT)
  const ends = HEADLINE_ENDS[formOf(subject)][count - start.split(' ').length]
  return ends ? `${start}: ${ends[seed % ends.length]}` : start
}

/** Matches a text that has a verb, as far as its beginning shows. */
const CLAUSE =
  /^(?:we|i|it|you|they|there|he|she|join|come|don’t|book|visit|try|meet|happy|thank|[\w’]+ (?:is|are|has|have|will|can))\b/i
const formOf = (subject: string) => (CLAUSE.test(subject) ? 'clause' : 'phrase')

function openingOf(subject: string, seed: number): string {
  const openings = OPENINGS[formOf(subject)]
  const opening = openings[seed % openings.length]!
  return opening.replace('{0}', () => (opening.startsWith('{0}') ? subject : lowerFirst(subject)))
}

const lowerFirst = (text: string) =>
  text.startsWith('I ') ? text : text.charAt(0).toLowerCase() + text.slice(1)

function subjectsOf(text: string) {
  const subjects = SUBJECTS.filter(({ about }) => about.test(text))
  return subjects[0]?.isAlone ? subjects.slice(0, 1) : subjects
}

/** Returns sentences about the text's subjects before those for any business, each in an order of its own. */
const sentencesAbout = (text: string, seed: number) =>
  [...subjectsOf(text).map(({ sentences }) => sentences), ANY_BUSINESS].flatMap(list =>
    list.map((_, index) => list[(seed + index) % list.length]!),
  )

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length
const lengthWithSpace = (text: string) => [...text].length + 1

/** A range of words, or of characters with a space after each sentence. */
type Range = { measure: (text: string) => number; min: number; max: number }

/** Joins the opening and the earliest whole sentences whose total is in the range. Cuts the last one only if none fit. */
function fill(opening: string, sentences: readonly string[], { measure, min, max }: Range) {
  const pool = [...sentences]
  // Repeats the sentences for a text that is longer than all of them.
  while (measure(pool.join(' ')) < max * 2) pool.push(...sentences)
  // Each reachable total, with the first way to reach it.
  const reached = new Map([[opening === '' ? 0 : measure(opening), opening === '' ? [] : [opening]]])
  for (const sentence of pool) {
    for (const [total, chosen] of [...reached].toSorted(([a], [b]) => b - a)) {
      const longer = total + measure(sentence)
      if (longer <= max && !reached.has(longer)) reached.set(longer, [...chosen, sentence])
    }
    const found = [...reached].find(([total]) => total >= min && total <= max)
    if (found) return found[1].join(' ')
  }
  const all = [opening, ...pool].filter(Boolean).join(' ')
  if (measure === lengthWithSpace) return [...all].slice(0, max - 1).join('')
  const words = all.split(' ').slice(0, max).join(' ')
  return `${words.replace(/[.,:?!]$/, '')}.`
}

function tagsOf(text: string, subject: string): string {
  const words =
    subject.match(/[\p{L}\p{N}]{4,}/gu)?.filter(word => !SMALL_WORDS.has(word.toLowerCase())) ?? []
  const own = words.slice(0, 2).map(word => word.charAt(0).toUpperCase() + word.slice(1))
  const known = subjectsOf(text).flatMap(({ tags }) => tags)
  return [...new Set([...own, ...known.slice(0, 3), 'SmallBusiness', 'ShopLocal'])]
    .map(tag => `#${tag}`)
    .join(' ')
}

/** Splits a post into its paragraphs, with the hashtags at its end apart. */
function partsOf(text: string) {
  const paragraphs = text.split(/\n\s*\n/)
  const isTags = (paragraph = '') => /^(?:#\S+\s*)+$/.test(paragraph)
  const tags = paragraphs.length > 1 && isTags(paragraphs.at(-1)) ? paragraphs.pop() : undefined
  return { paragraphs, tags }
}

const sentencesOf = (text: string) => text.match(/[^.!?\n]+(?:[.!?]+|\n|$)/g)?.map(each => each.trim()) ?? []

/** Shortens a post to its first sentences, or adds some about its subject, to a number of words in all. */
function resize(text: string, words: number): string {
  const { paragraphs, tags } = partsOf(text)
  const missing = words - countWords(text)
  const [headline, ...rest] = paragraphs.length > 1 ? paragraphs : [undefined, ...paragraphs]
  const caption = rest.join('\n\n')
  if (missing > 0) {
    const more = sentencesAbout(caption, seedOf(text)).filter(sentence => !text.includes(sentence))
    return join(
      headline,
      `${caption} ${fill('', more, { measure: countWords, min: missing, max: missing + 3 })}`,
      tags,
    )
  }
  let remaining = words - countWords(`${headline ?? ''} ${tags ?? ''}`)
  const kept = sentencesOf(caption).filter(sentence => {
    const fits = countWords(sentence) <= remaining
    if (fits) remaining -= countWords(sentence)
    return fits
  })
  if (kept.length > 0) return join(headline, kept.join(' '), tags)
  return join(undefined, `${(headline ?? caption).split(/\s+/).slice(0, words).join(' ')}`, tags)
}

/** Writes five posts for a trade and a suburb, such as 'Piano tuning, in Brunswick', in the order that the prompt asks for. */
function planWeek(prompt: string, about: string): string {
  const [, named = 'Our work', place = 'town'] = /^(.+), in (.+)$/.exec(about) ?? []
  const [, order = ''] = /In this order, they are: ([^.]+)\./.exec(prompt) ?? []
  const [, season = 'this season'] = /for a first week in \w+, which is (\w+)/.exec(prompt) ?? []
  const trade = named.charAt(0).toUpperCase() + named.slice(1)
  return order
    .split('; ')
    .map(kind => (WEEK_POSTS.find(({ about }) => about.test(kind)) ?? WEEK_POSTS[0]!).says)
    .map(says =>
      says.replaceAll('[trade]', trade).replaceAll('[place]', place).replaceAll('[season]', season),
    )
    .join('\n---\n')
}

/** Answers a comment, which has no stars, or a review. Its first line names the business. */
function answer(material: string, stars: number): string {
  const [, ...written] = material.split('\n')
  if (stars <= 3)
    return 'Thank you for telling us, and sorry that it went that way. Please get in touch, so that we can make it right.'
  return written.join(' ').includes('?')
    ? 'Good question! Send us a message with the day that suits you, and we’ll sort it out.'
    : 'Thank you for the kind words. We hope to see you again soon!'
}

/** Repeats the first and the last of a report's facts, one of which is on each line. */
function openReport(facts: string): string {
  const lines = facts.split('\n').filter(Boolean)
  return [...new Set([lines[0], lines.at(-1)])].join(' ')
}

/** Exchanges some words, and moves the second sentence of each paragraph to its end. */
function rephrase(text: string, seed: number): string {
  const { paragraphs, tags } = partsOf(text)
  const said = paragraphs.map(paragraph => {
    const [first, second, ...others] = sentencesOf(paragraph).map(inOtherWords)
    return [first, ...others, second].filter(Boolean).join(' ')
  })
  const isChanged = said.join('\n\n') !== paragraphs.join('\n\n')
  return join(...said, isChanged ? undefined : ANY_BUSINESS[seed % ANY_BUSINESS.length], tags)
}

const inOtherWords = (sentence: string) =>
  SYNONYMS.reduce(
    (text, [words, others]) =>
      text.replace(words, found =>
        found.charAt(0) === found.charAt(0).toUpperCase()
          ? others.charAt(0).toUpperCase() + others.slice(1)
          : others,
      ),
    sentence,
  )

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n')
