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
  /** The page's own `lang`; empty if it has none. */
  language: string
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
  const hours = toFact(structured.hours || itemprops.get('openinghours'), firstOf(HOURS, page.text))
  const place = toFact(
    structured.place || itemprops.get('address'),
    page.address || findPlace(page.text, title),
  )
  const phone = toFact(
    structured.phone || itemprops.get('telephone'),
    page.tel || firstOf([PHONE], page.text),
  )
  return {
    url: url.slice(0, MAX_URL),
    title,
    description,
    isSecure: url.startsWith('https:'),
    fitsPhones: /\bwidth\s{0,9}=/i.test((metas.get('viewport') ?? '').slice(0, MAX_FACT)),
    isEnglish: /^(?:$|en\b)/i.test(page.language.trim()),
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
    language: '',
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
      const { content = '', href = '', type = '', lang = '' } = attributes
      if (name === 'html') page.language ||= lang
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

const DAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|daily|week ?days|every day|7 days)`
const HOUR = String.raw`(?:[01]?\d|2[0-4])`
const AM_PM = String.raw` ?[ap]\.?m\b\.?`
const SPAN = String.raw` ?(?:[-–—]|to|till|until) ?`
/** A time that can't be another number, such as `9 am` or `17:00`. */
const CLEAR_TIME = String.raw`${HOUR}(?:(?:[:.][0-5]\d)?${AM_PM}|:[0-5]\d)`
const TIME = String.raw`${HOUR}(?:[:.][0-5]\d)?(?:${AM_PM})?`
const CLEAR_RANGE = String.raw`(?:${CLEAR_TIME}${SPAN}${TIME}|${TIME}${SPAN}${CLEAR_TIME})`
/** Not the numbers of dates, prices, percentages or years. */
const BEFORE_NUMBER = String.raw`(?<![\d$€£.:,/])`
const AFTER_NUMBER = String.raw`(?![\d%/]| ?(?:st|nd|rd|th|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`
/** The rest of a line, up to this many characters. */
const REST = String.raw`[^.!?\n]{0,24}`
/** From a day to a range of times, which may be in the next cell of a table. */
const DAY_HOURS = String.raw`\b${DAY}\b[^.!?\n\d]{0,40}?\n?${BEFORE_NUMBER}${TIME}${SPAN}${TIME}${AFTER_NUMBER}${REST}`
/** From a word such as `open` to a time, with nothing between them but days and small words. */
const OPEN_WORDS = String.raw`(?<!\d[ -])\b(?:open|opens|opening|trading|hours|closed|closes)\b(?:[ \n:,–-]{1,3}(?:now|from|till|until|at|on|and|to|the|hours|times|${DAY})\b){0,8}`
const OPEN_HOURS = String.raw`${OPEN_WORDS}[ \n:,–-]{1,3}(?:${CLEAR_TIME}|${TIME}${SPAN}${TIME}${AFTER_NUMBER}|24 hours|24\/7)${REST}`
/** What a page may state as its hours, surest first. A time alone may be anybody's. */
const HOURS = [
  DAY_HOURS,
  OPEN_HOURS,
  String.raw`${BEFORE_NUMBER}${CLEAR_RANGE}${AFTER_NUMBER}${REST}`,
  String.raw`(?<![^\n])(?:our )?(?:opening|trading|business|shop|office) (?:hours|times)[:\n][^.!?\n]{1,60}`,
].map(pattern => new RegExp(pattern, 'i'))
const PHONE =
  /(?<![\d+])(?:(?:\+61[ -]?(?:\(0\)|0)?[ -]?[2-478]|\(0[2-478]\)|0[2-478])(?:[ ()-]{0,2}\d){8}(?!\d)|1[38]00(?:[ -]?\d){6}(?!\d)|13[ -]?\d\d[ -]?\d\d(?![ -]?\d))/
const POSTCODE = /[A-Z][\w’' -]{1,40},? (?:VIC|NSW|QLD|SA|WA|TAS|ACT|NT|Victoria)[, ]{1,2}\d{4}\b/
/** Street with the rest of its line, and the next line if it ends in a postcode. */
const STREET = new RegExp(
  String.raw`\b\d{1,5}[a-z]? (?:[A-Z][\w’'-]{1,20} ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Parade|Pde|Highway|Hwy|Place|Pl|Court|Ct|Crescent|Cres|Terrace|Tce|Boulevard|Blvd|Way|Square|Arcade)\b[^.!?\n]{0,50}(?:\n${POSTCODE.source})?`,
)

/** Names that make an area sure: states, capitals, and the larger towns. */
const KNOWN =
  '(?:Australia|Victoria|New South Wales|Queensland|Tasmania|South Australia|Western Australia|Northern Territory|Melbourne|Sydney|Brisbane|Perth|Adelaide|Hobart|Darwin|Canberra|Geelong|Ballarat|Bendigo|Shepparton|Mildura|Warrnambool|Newcastle|Wollongong|Central Coast|Albury|Wodonga|Wagga Wagga|Gold Coast|Sunshine Coast|Townsville|Cairns|Toowoomba|Mackay|Rockhampton|Bunbury|Fremantle|Launceston|Alice Springs)'
const NAME = String.raw`[A-Z][\p{L}’'-]{2,30}(?: [A-Z][\p{L}’'-]{2,30}){0,3}`
/** An area such as `Melbourne and regional Victoria`. */
const AREA = String.raw`(?:(?:greater|inner|outer|regional|rural|central|the) ){0,2}${NAME}(?:(?:,| and| &) (?:(?:greater|inner|outer|regional|rural|the) ){0,2}${NAME}){0,3}`
const AREAS = [
  // Only these words say that a name is a place; after “in” it may be a month or a language.
  String.raw`\b(?:[Aa]t work in|[Bb]ased in|[Ll]ocated in|[Ss]erving|[Ss]ervicing|[Dd]elivering (?:to|across)|[Pp]roudly in) ${AREA}`,
  String.raw`\b[Ii]n (?:(?:greater|inner|outer|regional|rural|central) )?(?:${NAME}, )?${KNOWN}\b`,
].map(pattern => new RegExp(pattern, 'u'))
const KNOWN_NAME = new RegExp(String.raw`\b${KNOWN}\b`)

const firstOf = (patterns: readonly RegExp[], text: string) => {
  for (const pattern of patterns) {
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return ''
}

/** Finds an Australian street, postcode or area in a page, or returns ''. */
const findPlace = (text: string, title: string) =>
  firstOf([STREET, POSTCODE, ...AREAS], text) || firstOf([...AREAS, KNOWN_NAME], title)

type Node = Record<string, unknown>

/** Properties of schema.org that hold facts. */
const FACT_PROPERTIES = [
  'openingHours',
  'openingHoursSpecification',
  'telephone',
  'address',
  'areaServed',
] as const

/** Returns the facts about a business from its JSON-LD (schema.org). A missing one is empty. */
function structuredFacts(scripts: readonly string[]): { hours: string; phone: string; place: string } {
  const nodes = scripts.filter(({ length }) => length <= MAX_SCRIPT).flatMap(nodesWithFacts)
  const first = (read: (node: Node) => string) => nodes.map(read).find(text => text !== '') ?? ''
  return {
    hours: first(hoursOf),
    phone: first(({ telephone }) => textOf(telephone)),
    place: first(({ address }) => placeOf(address)) || first(({ areaServed }) => areaOf(areaServed)),
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

/** Renders the names of the areas that a business serves. */
const areaOf = (value: unknown): string =>
  listOf(value)
    .slice(0, 20)
    .map(area => (typeof area === 'object' && area !== null ? textOf((area as Node).name) : textOf(area)))
    .filter(Boolean)
    .join(', ')
