import * as facts from './brand.json'
import { money } from './brand.ts'
import { plural } from './plural.ts'

/** A number of posts a week that the agency writes for a client, for a price a month, before tax. */
export type Rung = {
  posts: number
  price: number
  text?: string
  mark?: string
  includes: string[]
  excludes?: string[]
}

/** Price of a client's further shop a month, before tax, and what it includes. */
type AnotherShop = { price: number; gets: string }

/** `brand.json` may omit the ladder, a further shop and the tax’s name. */
const {
  ladder: rungs = [],
  anotherShop,
  terms,
} = facts as {
  ladder?: Rung[]
  anotherShop?: AnotherShop
  terms: { gstPercent: number; taxName?: string }
}
export { anotherShop }
export const ladder = rungs.toSorted((a, b) => a.posts - b.posts)

/** Returns `3 posts a week, $690 a month`, or '' for a number without a price. */
export function pricedPosts(posts: string): string {
  const rung = ladder.find(each => String(each.posts) === posts)
  return rung ? `${plural(rung.posts, 'post')} a week, ${money(rung.price)} a month` : ''
}

const and = new Intl.ListFormat('en-AU')

/** Their prices, such as `2 posts a week are $490, 3 are $690 and 5 are $890 a month`; '' if there are none. */
export const ladderPrices =
  ladder.length > 0
    ? `${and.format(ladder.map(({ posts, price }, index) => `${index === 0 ? `${plural(posts, 'post')} a week` : posts} ${posts === 1 ? 'is' : 'are'} ${money(price)}`))} a month`
    : ''

export const taxName = terms.taxName ?? 'GST'

/** Appends the tax, if there is one: `from $490 a month, plus GST`. */
export const plusTax = (text: string) => (terms.gstPercent > 0 ? `${text}, plus ${taxName}` : text)

/** Returns an amount with tax, such as `$539` or `$108.90`. */
export const withTax = (price: number) => money(price * (1 + terms.gstPercent / 100))

/** The currency, such as `Australian dollars`. */
export const currencyName = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: facts.websitePlan.currency,
  currencyDisplay: 'name',
})
  .formatToParts(2)
  .find(({ type }) => type === 'currency')!.value
