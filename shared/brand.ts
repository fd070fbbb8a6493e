import {
  abn,
  accent,
  address,
  company,
  country,
  email,
  logo,
  phone,
  plans as offered,
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

type Plan<Id> = Omit<(typeof offered)[number], 'id'> & { id: Id }

/**
 * The agency's plans. The first is free; choosing another sends a request that the agency answers. Only the public pages use
 * plans and terms: the dashboard doesn’t load their texts.
 */
export const plans = offered as unknown as [Plan<'basic'>, ...Plan<'more-accounts' | 'done-for-you'>[]]
export const terms = conditions
