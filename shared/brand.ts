import {
  abn,
  accent,
  address,
  company,
  country,
  email,
  fullWeekPrice as priceOfFullWeek,
  logo,
  offer as offered,
  phone,
  plans as offeredPlans,
  postsPerWeek,
  regions,
  replies,
  siteName,
  social,
  tagline,
  terms as conditions,
  website,
  websitePlan,
} from './brand.json'

/**
 * The agency that runs this installation. Every text about the agency takes its facts from `brand.json` (docs/your-agency.md).
 */
export const brand = {
  siteName,
  tagline,
  company,
  email,
  phone,
  website,
  abn,
  address,
  country,
  regions,
  social,
  replies,
  logo,
  accent,
  postsPerWeek,
  websitePlan,
}

/** True for an agency under Australian law, which its terms and privacy policy name. */
export const isAustralian = country === 'Australia'

/** Returns an amount in the currency of the agency's prices, such as `$1,150` or `$108.90`. */
export const money = (amount: number) =>
  new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency: websitePlan.currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)

/** True unless the agency has left the price of its website plan at 0. */
export const sellsWebsites = websitePlan.price > 0

type Plan<Id> = Omit<(typeof offeredPlans)[number], 'id'> & { id: Id }

/**
 * The agency's plans. The first is free; choosing another sends a request to the agency. Plans and terms are exported separately,
 * so that the dashboard doesn’t load their texts.
 */
export const plans = offeredPlans as unknown as [Plan<'basic'>, ...Plan<'more-accounts' | 'done-for-you'>[]]
export const terms = conditions
/** The agency's offer, for the home page’s title and search engines. */
export const offer = offered
/** Price of `postsPerWeek` posts a week for a month, before tax. 0 if it is by agreement. */
export const fullWeekPrice = priceOfFullWeek
