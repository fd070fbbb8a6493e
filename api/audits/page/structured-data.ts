/** Limits of what is read from a page, whoever wrote it. */
const MAX_SCRIPT = 200_000
const MAX_NODES = 2000
const MAX_DEPTH = 8

type Node = Record<string, unknown>

const HOLDS_FACTS = ['openingHours', 'openingHoursSpecification', 'telephone', 'address'] as const

export type Marked = { hours: string; phone: string; place: string }

/** Returns what JSON-LD (schema.org) says about a business. Texts are empty if it says nothing. */
export function factsOf(scripts: readonly string[]): Marked {
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
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
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
