import { type CollectionEntry, getCollection } from 'astro:content'

import { brand, fullWeekPrice, money, sellsWebsites, terms } from '#shared/brand.ts'
import { calls } from '#shared/calls.ts'
import { networkNames } from '#shared/format-list.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { anotherShop, currencyName, ladder, plusTax, ladderPrices, taxName, withTax } from '#shared/prices.ts'

type Name = 'about' | 'services' | 'cases' | 'people' | 'reviews' | 'posts' | 'places' | 'faq'
type Ordered = Exclude<Name, 'posts' | 'about'>

const { websitePlan, postsPerWeek, regions, replies, siteName, email } = brand

const BRAND_FACTS = {
  siteName,
  email,
  regions: regions.join(' and '),
  currency: websitePlan.currency,
  price: websitePlan.price,
  websiteCosts: sellsWebsites ? `A website is ${money(websitePlan.price)} a month.` : '',
  websiteWithTax: sellsWebsites
    ? `A website at ${money(websitePlan.price)} a month is ${withTax(websitePlan.price)} with ${taxName}.`
    : '',
  priceWithGst: (websitePlan.price * (1 + terms.gstPercent / 100)).toFixed(2),
  tax: taxName,
  currencyName,
  postsPerWeek,
  fullWeekPrice: fullWeekPrice > 0 ? `${money(fullWeekPrice)} a month` : 'a price by agreement',
  cancelling: terms.cancelling,
  ownership: terms.ownership,
  lockIn: terms.lockIn,
  reference: [terms.reference].filter(Boolean).join(''),
  callMinutes: calls.minutes,
  replies,
  networks: networkNames(NETWORK_IDS),
}

type Facts = Record<string, string | number>

/**
 * Replaces names in braces, such as `{price}`, by facts of `shared/brand.json` and the services. An empty fact takes the space
 * before it along.
 * @throws {Error} if there is no such fact, which ends the build
 */
function fillInText(text: string, facts: Facts) {
  return text.replaceAll(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => {
    if (name in facts) return facts[name] === '' ? '' : space + String(facts[name])
    throw new Error(`site/content: {${name}} isn’t one of ${Object.keys(facts).join(', ')}.`)
  })
}

/** Fills in the facts of every text of an entry. Pictures, which Astro knows by identity, and days are left as they are. */
function fillIn<Value>(value: Value, facts: Facts): Value
function fillIn(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') return fillInText(value, facts)
  if (Array.isArray(value)) return value.map(part => fillIn(part, facts))
  if (!(value instanceof Object) || value instanceof Date || 'src' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillIn(part, facts)]))
}

const shown = async <Of extends Name>(
  name: Of,
  facts: Facts,
  isWanted: (data: CollectionEntry<Of>['data']) => boolean = () => true,
): Promise<CollectionEntry<Of>[]> =>
  (await getCollection(name))
    .filter(({ data }) => !data.draft && isWanted(data))
    .map(entry => ({ ...entry, data: fillIn(entry.data, facts) }))

const inOrder = async <Of extends Ordered>(
  name: Of,
  facts: Facts,
  isWanted?: (data: CollectionEntry<Of>['data']) => boolean,
) =>
  (await shown(name, facts, isWanted)).toSorted(
    (a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id),
  )

/** Returns the paths of a collection: its list, and a page for each entry. None if it is empty. */
export const listAndPages = <Entry extends { id: string }>(entries: readonly Entry[]) =>
  entries.length === 0
    ? []
    : [
        { params: { id: undefined }, props: {} },
        ...entries.map(entry => ({ params: { id: entry.id }, props: { entry } })),
      ]

/** The agency's own texts (`site/content`), without drafts. A collection without entries is empty, as is a missing one. */
export const services = await inOrder('services', BRAND_FACTS)

/** Returns `from $490 a month`, or '' for a service without a price. */
export const priceOf = ({ data: { from, per } }: CollectionEntry<'services'>) =>
  from ? `from ${money(from)} a ${per}` : ''

/** Returns the price with what is said about tax, or '' for a service without a price. */
export const taxedPriceOf = (service: CollectionEntry<'services'>) => {
  const price = priceOf(service)
  return price && plusTax(price)
}

/** The service that “Have us do it” sells: the first one. */
export const mainService = services.at(0)
export const mainPrice = mainService ? priceOf(mainService) : ''

const [lowest] = ladder
if (lowest && mainService?.data.from && mainService.data.from !== lowest.price)
  throw new Error(
    `site/content/services/${mainService.id}.md is from ${mainService.data.from}, but the ladder of shared/brand.json begins at ${lowest.price}. Make them the same, or empty the ladder.`,
  )

const camelCase = (id: string) => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Describes the main service's price: by posts a week or, without such prices, the lowest price. */
function describeMainPrice(): string {
  const title = mainService?.data.title ?? 'Having us do it'
  if (ladderPrices) return `${title}: ${plusTax(ladderPrices)}.`
  return `${title} is ${plusTax(mainPrice || 'at a price by agreement')}. ${mainService?.data.gets ?? ''}`
}

const FACTS: Facts = {
  ...BRAND_FACTS,
  ...Object.fromEntries(
    services.map(service => [`${camelCase(service.id)}Price`, priceOf(service) || 'at a price by agreement']),
  ),
  whatItCosts: describeMainPrice(),
  anotherShopPrice: anotherShop ? `${money(anotherShop.price)} a month` : '',
  anotherShopGets: anotherShop?.gets ?? '',
  service: mainService?.data.title ?? 'Having us do it',
  servicePrice: mainPrice || 'at a price by agreement',
  serviceGets: mainService?.data.gets ?? '',
  aboutSamples: (await getCollection('cases')).some(({ data }) => data.sample && !data.draft)
    ? 'A story marked Sample is made up, to show you what yours would tell.'
    : '',
}
export const withFacts = (text: string) => fillInText(text, FACTS)

/** The page about the agency, if there is one. */
export const about = (await shown('about', FACTS)).slice(0, 1)
export const cases = await inOrder('cases', FACTS)
export const people = await inOrder('people', FACTS)
export const reviews = await inOrder('reviews', FACTS)
export const places = await inOrder('places', FACTS)
/** Parts of the site besides the services, to which a question may refer. */
const PARTS: Record<string, boolean> = {
  'another-shop': anotherShop !== undefined,
  websites: sellsWebsites,
  tax: terms.gstPercent > 0,
  cases: cases.length > 0,
  people: people.length > 0,
}
const has = (name: string) => PARTS[name] ?? services.some(({ id }) => id === name)
/** Questions, except those about something that the agency doesn’t have. */
export const questions = await inOrder('faq', FACTS, ({ needs }) => needs === undefined || has(needs))
/** Questions of visitors before they hire the agency. */
export const hiringQuestions = questions.filter(({ data }) => data.hiring)
/** Questions that everybody asks. */
export const firstQuestions = questions.filter(({ data }) => data.first)
/** Newest first. */
export const posts = (await shown('posts', FACTS)).toSorted(
  (a, b) => Number(b.data.published) - Number(a.data.published),
)

/**
 * Requires that the entries named by another exist, maybe as drafts. A sample may name those that the agency has deleted, and a
 * whole collection may be missing.
 * @throws {Error} with the file and the entries that there are, which ends the build
 */
export async function requireEntries(
  { data, filePath }: { data: { sample: boolean }; filePath?: string },
  folder: 'people' | 'services',
  ids: readonly string[],
) {
  const known = (await getCollection(folder)).map(({ id }) => id)
  const unknown = ids.find(id => !known.includes(id))
  if (data.sample || known.length === 0 || unknown === undefined) return
  throw new Error(
    `${filePath}: “${unknown}” isn’t in site/content/${folder}, which has ${known.toSorted().join(', ')}. Write one of these, or leave it out.`,
  )
}
for (const post of posts) await requireEntries(post, 'people', post.data.author ? [post.data.author.id] : [])
for (const entry of cases)
  await requireEntries(
    entry,
    'services',
    entry.data.services.map(({ id }) => id),
  )

export type About = CollectionEntry<'about'>
export type Service = CollectionEntry<'services'>
export type Case = CollectionEntry<'cases'>
export type Person = CollectionEntry<'people'>
export type Review = CollectionEntry<'reviews'>
export type Post = CollectionEntry<'posts'>
export type Place = CollectionEntry<'places'>
export type Question = CollectionEntry<'faq'>

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

/** Formats a day such as `Fri 1 May`. */
export const shortDate = (day: Date) =>
  day
    .toLocaleDateString('en-AU', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .replace(',', '')

/** Returns the calendar month of a case's posts. Weekdays count from Monday, which is 1. */
export function monthOf([first]: Case['data']['month']) {
  if (!first) throw new Error('A month has at least one post.')
  const [year, month] = [first.on.getUTCFullYear(), first.on.getUTCMonth()]
  return {
    name: first.on.toLocaleDateString('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    days: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    weekdayOfFirst: new Date(Date.UTC(year, month, 1)).getUTCDay() || 7,
  }
}
