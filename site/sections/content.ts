import { type CollectionEntry, getCollection } from 'astro:content'

import { brand, terms } from '#shared/brand.ts'

type Name = 'about' | 'services' | 'cases' | 'people' | 'posts' | 'places' | 'faq'
type Ordered = Exclude<Name, 'posts' | 'about'>

const { websitePlan, postsPerWeek, regions, siteName, email } = brand

const FACTS: Record<string, string | number> = {
  siteName,
  email,
  regions: regions.join(' and '),
  currency: websitePlan.currency,
  price: websitePlan.price,
  priceWithGst: (websitePlan.price * (1 + terms.gstPercent / 100)).toFixed(2),
  postsPerWeek,
  cancelling: terms.cancelling,
  ownership: terms.ownership,
}

/**
 * Replaces names in braces, such as `{price}`, by facts of `shared/brand.json`.
 * @throws {Error} if there is no such fact, which ends the build
 */
export const withFacts = (text: string) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name in FACTS) return String(FACTS[name])
    throw new Error(`site/content: {${name}} isn’t one of ${Object.keys(FACTS).join(', ')}.`)
  })

/** Fills in the facts of every text of an entry. Pictures, which Astro knows by identity, and days are left as they are. */
function filled<Value>(value: Value): Value
function filled(value: unknown): unknown {
  if (typeof value === 'string') return withFacts(value)
  if (Array.isArray(value)) return value.map(filled)
  if (!(value instanceof Object) || value instanceof Date || 'src' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]))
}

const shown = async <Of extends Name>(name: Of): Promise<CollectionEntry<Of>[]> =>
  (await getCollection(name))
    .filter(({ data }) => !data.draft)
    .map(entry => ({ ...entry, data: filled(entry.data) }))

const inOrder = async <Of extends Ordered>(name: Of) =>
  (await shown(name)).toSorted((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id))

/** Returns the paths of a collection: its list, and a page for each entry. None if it is empty. */
export const listAndPages = <Entry extends { id: string }>(entries: readonly Entry[]) =>
  entries.length === 0
    ? []
    : [
        { params: { id: undefined }, props: {} },
        ...entries.map(entry => ({ params: { id: entry.id }, props: { entry } })),
      ]

/** The agency's own texts (`site/content`), without drafts. A collection without entries is empty, as is a missing one. */
/** At most one entry, which is a page. */
export const about = (await shown('about')).slice(0, 1)
export const services = await inOrder('services')
export const cases = await inOrder('cases')
export const people = await inOrder('people')
export const places = await inOrder('places')
export const questions = await inOrder('faq')
/** Newest first. */
export const posts = (await shown('posts')).toSorted(
  (a, b) => Number(b.data.published) - Number(a.data.published),
)

export type About = CollectionEntry<'about'>
export type Service = CollectionEntry<'services'>
export type Case = CollectionEntry<'cases'>
export type Person = CollectionEntry<'people'>
export type Post = CollectionEntry<'posts'>
export type Place = CollectionEntry<'places'>
export type Question = CollectionEntry<'faq'>

/** Returns `from $490 a month`, or '' for a service without a price. */
export const priceOf = ({ data: { from, per } }: Service) => (from ? `from $${from} a ${per}` : '')

/** The service that _Have us do it_ is about: the first. */
export const mainService = services.at(0)
export const mainPrice = mainService ? priceOf(mainService) : ''

/**
 * Marks the name of a sample where a page can’t show that it is one: in results of searches, readers of feeds and shared links.
 */
export const named = (name: string, { sample }: { sample: boolean }) => (sample ? `Sample: ${name}` : name)

/** Names of the categories, each once, with their path. */
export const categories = [...new Set(posts.map(({ data }) => data.category))].map(name => ({
  name,
  slug: name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
}))

/** Formats a day such as `10 June 2025`. */
export const longDate = (day: Date) =>
  day.toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
