import { Parser } from 'htmlparser2'

import { parsedJson } from '#api/networks/core/http.ts'
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
/** Maximum nesting of elements, because the parser's time grows with its square. */
const MAX_DEPTH = 5000
/** Number of characters that are parsed before the depth is checked again. */
const CHUNK = 16 * 1024
/** Limits of structured data: the number of scripts, the characters of each, and its values and their nesting. */
const MAX_SCRIPTS = 20
const MAX_SCRIPT = 200_000
const MAX_NODES = 2000
const MAX_NESTING = 8

/** Elements before and after which a text begins anew. */
const BLOCKS = new Set(
  'address article aside blockquote br button caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr label legend li main nav ol option p pre section summary table td th tr ul'.split(
    ' ',
  ),
)
/** Elements whose text is invisible. */
const INVISIBLE = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])

type ParsedPage = {
  title: string
  metas: Map<string, string>
  /** Scripts with structured data, as JSON-LD. */
  scripts: string[]
  /** The visible text, with a line break at the edges of blocks. */
  text: string
  /** Text of the address elements. */
  address: string
  /** The first phone number that can be pressed. */
  tel: string
  itemprops: Map<string, string>
}

/**
 * Reads a page's facts from its HTML, in linear time. `picture.loads` is always false, since the picture isn't fetched here.
 * @param options.maxDepth nesting of elements at which reading stops
 */
export function readHtml(html: string, url: string, { maxDepth = MAX_DEPTH } = {}): PageFacts {
  const page = parse(html, maxDepth)
  const { metas, itemprops } = page
  const structured = structuredFacts(page.scripts)
  const title = toLine(page.title, MAX_TITLE)
  const description = toLine(metas.get('description') ?? '', MAX_DESCRIPTION)
  const shared = metas.get('og:image') ?? metas.get('twitter:image')
  const picture = shared && parseUrl(shared, new URL(url))?.href
  const hours = toFact(structured.hours || itemprops.get('openinghours'), findHours(page.text))
  const place = toFact(structured.place || itemprops.get('address'), page.address || findPlace(page.text))
  const phone = toFact(structured.phone || itemprops.get('telephone'), page.tel || findPhone(page.text))
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
      title: toLine(metas.get('og:title') ?? '', MAX_TITLE) || title,
      description: toLine(metas.get('og:description') ?? '', MAX_DESCRIPTION) || description,
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
  /** Numbers of these elements in `open`, counted because a search of deep nesting takes long. */
  let [invisible, svgs, addresses] = [0, 0, 0]
  /** Index of the open script in `page.scripts`; -1 in none. */
  let script = -1
  /** Property whose value is the next text; empty if there is none. */
  let itemprop = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (INVISIBLE.has(name)) invisible++
      else if (!invisible && page.text.length < MAX_TEXT) page.text += BLOCKS.has(name) ? '\n' : ' '
      if (name === 'svg') svgs++
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
      // SVG pictures have titles, too.
      if (name === 'title' && !svgs && page.title.length < MAX_TITLE * 4) page.title += text
      if (name === 'script' && script >= 0) page.scripts[script] += text
      if (invisible || page.text.length >= MAX_TEXT) return
      page.text += text.replaceAll(/\s+/g, ' ')
      if (addresses && page.address.length < MAX_FACT * 4) page.address += ` ${text}`
      if (itemprop && !page.itemprops.has(itemprop)) page.itemprops.set(itemprop, text)
    },
    onclosetag(name) {
      const closed = open.pop()
      if (BLOCKS.has(name) && !invisible && page.text.length < MAX_TEXT) page.text += '\n'
      if (name === 'script') script = -1
      itemprop = ''
      if (closed && INVISIBLE.has(closed)) invisible--
      if (closed === 'svg') svgs--
      if (closed === 'address') addresses--
    },
  })
  for (let at = 0; at < html.length && open.length < maxDepth; at += CHUNK)
    parser.write(html.slice(at, at + CHUNK))
  parser.end()
  const text = page.text.slice(0, MAX_TEXT).replaceAll(/\s+/g, spaces => (spaces.includes('\n') ? '\n' : ' '))
  return { ...page, text }
}

const toLine = (text: string, max: number) =>
  excerpt(withoutInvisible(onOneLine(text.slice(0, max * 10))), max)

/** Returns a fact from structured data or, without that, from the visible text; null without either. */
function toFact(structured: string | undefined, visible: string): Stated | null {
  const text = toLine(structured || visible, MAX_FACT)
  return text === '' ? null : { text, isMarked: Boolean(structured) }
}

const DAY = '(?:mon|tue|wed|thu|fri|sat|sun|daily|week ?days|every day|7 days)'
const TIME = String.raw`\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|[-–—]|to )`
const HOURS = new RegExp(String.raw`\b${DAY}[a-z]{0,6}\b[^.!?\n]{0,40}?\n?\b${TIME}[^.!?\n]{0,24}`, 'i')
const HOURS_HEADING = /\b(?:opening|trading|business) (?:hours|times)\b:?\n?[^.!?\n]{0,60}/i
const PHONE =
  /(?<![\d+])(?:(?:\+61[ -]?(?:\(0\)|0)?[ -]?[2-478]|\(0[2-478]\)|0[2-478])(?:[ ()-]{0,2}\d){8}(?!\d)|1[38]00(?:[ -]?\d){6}(?!\d)|13[ -]?\d\d[ -]?\d\d(?![ -]?\d))/
const POSTCODE = /[A-Z][\w’' -]{1,40},? (?:VIC|NSW|QLD|SA|WA|TAS|ACT|NT|Victoria)[, ]{1,2}\d{4}\b/
/** Street with the rest of its line, and the next line if it ends in a postcode. */
const STREET = new RegExp(
  String.raw`\b\d{1,5}[a-z]? (?:[A-Z][\w’'-]{1,20} ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Parade|Pde|Highway|Hwy|Place|Pl|Court|Ct|Crescent|Cres|Terrace|Tce|Boulevard|Blvd|Way|Square|Arcade)\b[^.!?\n]{0,50}(?:\n${POSTCODE.source})?`,
)

/** Finds opening hours in a text, or returns ''. */
const findHours = (text: string) => HOURS.exec(text)?.[0] ?? HOURS_HEADING.exec(text)?.[0] ?? ''

/** Finds an Australian phone number in a text, or returns ''. */
const findPhone = (text: string) => PHONE.exec(text)?.[0] ?? ''

/** Finds an Australian street or postcode in a text, or returns ''. */
const findPlace = (text: string) => STREET.exec(text)?.[0] ?? POSTCODE.exec(text)?.[0] ?? ''

type Node = Record<string, unknown>

/** Properties of schema.org that hold facts. */
const FACT_PROPERTIES = ['openingHours', 'openingHoursSpecification', 'telephone', 'address'] as const

type StructuredFacts = { hours: string; phone: string; place: string }

/** Returns the facts about a business from its JSON-LD (schema.org). A missing one is empty. */
function structuredFacts(scripts: readonly string[]): StructuredFacts {
  const nodes = scripts.filter(({ length }) => length <= MAX_SCRIPT).flatMap(nodesWithFacts)
  const first = (read: (node: Node) => string) => nodes.map(read).find(text => text !== '') ?? ''
  return {
    hours: first(hoursOf),
    phone: first(({ telephone }) => textOf(telephone)),
    place: first(({ address }) => placeOf(address)),
  }
}

/** Returns the objects in a script that have facts about a business, outer ones first. */
function nodesWithFacts(script: string): Node[] {
  const found: Node[] = []
  let level: unknown[] = [parsedJson(script)]
  let seen = 0
  for (let depth = 0; depth < MAX_NESTING && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null || ++seen > MAX_NODES) continue
      if (!Array.isArray(value) && FACT_PROPERTIES.some(name => name in value)) found.push(value as Node)
      next.push(...Object.values(value).slice(0, MAX_NODES))
    }
    level = next
  }
  return found
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

const ADDRESS_PARTS = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'] as const

/** Renders a PostalAddress, or returns an address that is a text. */
function placeOf(value: unknown): string {
  const [first] = listOf(value)
  if (typeof first !== 'object' || first === null) return textOf(first)
  return ADDRESS_PARTS.map(part => textOf((first as Node)[part]))
    .filter(Boolean)
    .join(', ')
}
