import * as facts from './brand.json'

/** A number of posts a week that the agency writes for a client, for a price in dollars a month, before tax. */
export type Rung = {
  posts: number
  price: number
  text?: string
  mark?: string
  includes: string[]
  excludes?: string[]
}

/** Only the public pages name prices. `brand.json` may leave out the ladder and the tax’s name. */
const { ladder: rungs = [], terms } = facts as {
  ladder?: Rung[]
  terms: { gstPercent: number; taxName?: string }
}
export const ladder = rungs.toSorted((a, b) => a.posts - b.posts)

/** Names the numbers of posts, such as `2, 3 and 5`. */
export const stepNames = new Intl.ListFormat('en-AU').format(ladder.map(({ posts }) => String(posts)))

export const taxName = terms.taxName ?? 'GST'

/** Adds that tax comes on top, where there is one: `from $490 a month, plus GST`. */
export const plusTax = (text: string) => (terms.gstPercent > 0 ? `${text}, plus ${taxName}` : text)

/** Returns an amount with tax, such as `$539` or `$108.90`. */
export function withTax(price: number): string {
  const whole = (price * (1 + terms.gstPercent / 100)).toFixed(2)
  return `$${whole.replace(/\.00$/, '')}`
}

/** Names the currency, such as `Australian dollars`. */
export const currencyName = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: facts.websitePlan.currency,
  currencyDisplay: 'name',
})
  .formatToParts(2)
  .find(({ type }) => type === 'currency')!.value
