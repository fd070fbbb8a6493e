import { Parser } from 'htmlparser2'

import type { PageFacts, Stated } from '#shared/audits/page-facts.ts'
import { onOneLine, withoutInvisible } from '#shared/text/characters.ts'
import { excerpt } from '#shared/text/graphemes.ts'
import { parseUrl } from '#shared/text/urls.ts'

/** Maximum lengths of stored texts, in graphemes. */
const MAX_TITLE = 200
const MAX_DESCRIPTION = 300
const MAX_FACT = 200
/** Maximum length of a stored URL, in characters. */
export const MAX_URL = 1000
/** Number of characters of the visible text that are searched for facts. */
const MAX_TEXT = 300_000
const MAX_SCRIPTS = 20
/** The parser's time grows with the square of the depth. */
const MAX_DEPTH = 5000
/** Characters that are parsed before the depth is checked again. */
const PART = 16 * 1024

/** Elements whose text is invisible. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])

type ParsedPage = {
  title: string
  metas: Map<string, string>
  scripts: string[]
  text: string
  address: string
  tel: string
  itemprops: Map<string, string>
}

/**
 * Reads a page's facts from its HTML, in linear time. `picture.loads` is always false, since the picture isn't fetched here.
 * @param maxDepth nesting at which reading stops
 */
export function readHtml(html: string, url: string, { maxDepth = MAX_DEPTH } = {}): PageFacts {
  const page = parse(html, maxDepth)
  const { metas, itemprops } = page
  const marked = factsOf(page.scripts)
  const title = line(page.title, MAX_TITLE)
  const description = line(metas.get('description') ?? '', MAX_DESCRIPTION)
  const shared = metas.get('og:image') ?? metas.get('twitter:image')
  const picture = shared && parseUrl(shared, new URL(url))?.href
  const hours = stated(marked.hours || itemprops.get('openinghours'), findHours(page.text))
  const place = stated(marked.place || itemprops.get('address'), page.address || findPlace(page.text))
  const phone = stated(marked.phone || itemprops.get('telephone'), page.tel || findPhone(page.text))
  return {
    url: url.slice(0, MAX_URL),
    title,
    description,
    isSecure: url.startsWith('https:'),
    fitsPhones: /\bwidth\s{0,9}=/i.test((metas.get('viewport') ?? '').slice(0, MAX_FACT)),
    hours,
    phone: phone && { ...phone, isPressable: page.tel !== '' },
    place,
    share: {
      title: line(metas.get('og:title') ?? '', MAX_TITLE) || title,
      description: line(metas.get('og:description') ?? '', MAX_DESCRIPTION) || description,
      picture:
        picture && /^https?:/.test(picture) && picture.length <= MAX_URL
          ? { url: picture, loads: false }
          : null,
    },
  }
}

function parse(html: string, maxDepth: number): ParsedPage {
  const page: ParsedPage = {
    title: '',
    metas: new Map(),
    scripts: [],
    text: '',
    address: '',
    tel: '',
    itemprops: new Map(),
  }
  const open: string[] = []
  /** Numbers of open elements, because looking through deep nesting takes time. */
  let [hidden, pictures, addresses] = [0, 0, 0]
  let script = -1
  let itemprop = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (HIDDEN.has(name)) hidden++
      else if (!hidden && page.text.length < MAX_TEXT) page.text += ' '
      if (name === 'svg') pictures++
      if (name === 'address') addresses++
      const { content = '', href = '', type = '' } = attributes
      const key = (attributes.property ?? attributes.name ?? '').toLowerCase()
      if (name === 'meta' && key && content && !page.metas.has(key)) page.metas.set(key, content)
      if (name === 'a' && /^tel:/i.test(href) && !page.tel) page.tel = href.slice(4, 4 + MAX_FACT)
      const isData = name === 'script' && type.toLowerCase() === 'application/ld+json'
      if (isData && page.scripts.length < MAX_SCRIPTS) script = page.scripts.push('') - 1
      const property = (attributes.itemprop ?? '').toLowerCase()
      if (property && content && !page.itemprops.has(property)) page.itemprops.set(property, content)
      itemprop = content ? '' : property
    },
    ontext(text) {
      const name = open.at(-1)
      // Pictures have titles, too.
      if (name === 'title' && !pictures && page.title.length < MAX_TITLE * 4) page.title += text
      if (name === 'script' && script >= 0) page.scripts[script] += text
      if (hidden || page.text.length >= MAX_TEXT) return
      page.text += text
      if (addresses && page.address.length < MAX_FACT * 4) page.address += ` ${text}`
      if (itemprop && !page.itemprops.has(itemprop)) page.itemprops.set(itemprop, text)
    },
    onclosetag(name) {
      const closed = open.pop()
      if (name === 'script') script = -1
      itemprop = ''
      if (closed && HIDDEN.has(closed)) hidden--
      if (closed === 'svg') pictures--
      if (closed === 'address') addresses--
    },
  })
  for (let at = 0; at < html.length && open.length < maxDepth; at += PART)
    parser.write(html.slice(at, at + PART))
  parser.end()
  return { ...page, text: page.text.slice(0, MAX_TEXT).replaceAll(/\s+/g, ' ') }
}

const line = (text: string, max: number) => excerpt(withoutInvisible(onOneLine(text.slice(0, max * 10))), max)

/** Prefers structured data, which search engines can read, to a fact found in the visible text. */
function stated(marked: string | undefined, seen: string): Stated | null {
  const text = line(marked || seen, MAX_FACT)
  return text === '' ? null : { text, isMarked: Boolean(marked) }
}

const DAY = '(?:mon|tue|wed|thu|fri|sat|sun|daily|week ?days|every day|7 days)'
const TIME = String.raw`\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|[-–—]|to )`
const HOURS = new RegExp(String.raw`\b${DAY}[a-z]{0,6}\b[^.!?]{0,40}?\b${TIME}[^.!?]{0,24}`, 'i')
const HOURS_HEADING = /\b(?:opening|trading|business) (?:hours|times)\b[^.!?]{0,60}/i
const PHONE =
  /(?<![\d+])(?:\+61[ -]?\(?0?\)?|\(0[2-478]\)|0[2-478]|1[38]00|13(?=[ -]?\d\d[ -]?\d\d(?!\d)))[ -]?\d[\d ()-]{3,14}\d(?!\d)/
const STREET =
  /\b\d{1,5}[a-z]? (?:[A-Z][\w’'-]{1,20} ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Parade|Pde|Highway|Hwy|Place|Pl|Court|Ct|Crescent|Cres|Terrace|Tce|Boulevard|Blvd|Way|Square|Arcade)\b[^.!?]{0,50}/
const POSTCODE = /[A-Z][\w’' -]{1,40},? (?:VIC|NSW|QLD|SA|WA|TAS|ACT|NT|Victoria)[, ]{1,2}\d{4}\b/

/** Finds opening hours in a text, or returns ''. */
const findHours = (text: string) => HOURS.exec(text)?.[0] ?? HOURS_HEADING.exec(text)?.[0] ?? ''

/** Finds an Australian phone number in a text, or returns ''. */
const findPhone = (text: string) => PHONE.exec(text)?.[0] ?? ''

/** Finds an Australian street or postcode in a text, or returns ''. */
const findPlace = (text: string) => STREET.exec(text)?.[0] ?? POSTCODE.exec(text)?.[0] ?? ''

/** Limits of what is read from a page, whoever wrote it. */
const MAX_SCRIPT = 200_000
const MAX_NODES = 2000
const MAX_NESTING = 8

type Node = Record<string, unknown>

const HOLDS_FACTS = ['openingHours', 'openingHoursSpecification', 'telephone', 'address'] as const

type Marked = { hours: string; phone: string; place: string }

/** Returns what JSON-LD (schema.org) says about a business. Texts are empty if it says nothing. */
function factsOf(scripts: readonly string[]): Marked {
  const nodes = scripts.filter(({ length }) => length <= MAX_SCRIPT).flatMap(nodesIn)
  const first = (read: (node: Node) => string) => nodes.map(read).find(text => text !== '') ?? ''
  return {
    hours: first(hoursOf),
    phone: first(({ telephone }) => textOf(telephone)),
    place: first(({ address }) => placeOf(address)),
  }
}

/** Returns the objects in a script with facts about a business, outer ones first. */
function nodesIn(script: string): Node[] {
  const found: Node[] = []
  let level: unknown[] = [parsed(script)]
  let seen = 0
  for (let depth = 0; depth < MAX_NESTING && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null || ++seen > MAX_NODES) continue
      if (!Array.isArray(value) && HOLDS_FACTS.some(name => name in value)) found.push(value as Node)
      next.push(...Object.values(value).slice(0, MAX_NODES))
    }
    level = next
  }
  return found
}

function parsed(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const hoursOf = ({ openingHours, openingHoursSpecification }: Node): string =>
  [...listOf(openingHours).map(textOf), ...listOf(openingHoursSpecification).slice(0, 14).map(periodOf)]
    .filter(Boolean)
    .join(', ')

/** Renders an OpeningHoursSpecification, such as `Mon Tue 09:00–17:00`. */
function periodOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const { dayOfWeek, opens, closes } = value as Node
  const days = listOf(dayOfWeek)
    .slice(0, 7)
    .map(day => textOf(day).split('/').at(-1)?.slice(0, 3) ?? '')
    .filter(Boolean)
  const [from, to] = [textOf(opens).slice(0, 5), textOf(closes).slice(0, 5)]
  return from && to ? [...days, `${from}–${to}`].join(' ') : ''
}

const PARTS = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'] as const

/** Renders a PostalAddress or a text. */
function placeOf(value: unknown): string {
  const [first] = listOf(value)
  if (typeof first !== 'object' || first === null) return textOf(first)
  return PARTS.map(part => textOf((first as Node)[part]))
    .filter(Boolean)
    .join(', ')
}
