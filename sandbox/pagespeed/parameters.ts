import { PageSpeedError } from './pagespeed-error.ts'
import { CATEGORIES, type Category } from './scoring.ts'

const OWN = ['url', 'category', 'strategy', 'locale', 'utm_campaign', 'utm_source', 'captchaToken']
/** Parameters that every Google API accepts. */
const GLOBAL = ['key', 'fields', 'alt', 'prettyPrint', 'quotaUser', 'access_token', 'oauth_token', 'callback']
const KNOWN = new Set([...OWN, ...GLOBAL])
const STRATEGIES = ['mobile', 'desktop']

export type Run = { url: string; strategy: string; locale: string; categories: Category[] }

/** Google accepts enum values in either case, with dashes or underscores. */
const slug = (value: string) => value.toLowerCase().replaceAll('_', '-')
const isCategory = (value: string): value is Category => value in CATEGORIES

/** Parses the parameters and refuses those that Google would. Without a category, only performance is measured. */
export function readRun(query: URLSearchParams): Run {
  for (const name of query.keys()) {
    if (KNOWN.has(name)) continue
    throw invalid(
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
    )
  }
  const url = query.get('url') ?? ''
  if (!/^https?:\/\/[^/]+/.test(url))
    throw invalid("Invalid value at 'url'. The URL is missing or can’t be used.")
  const strategy = slug(query.get('strategy') ?? 'desktop')
  if (!STRATEGIES.includes(strategy)) throw invalidValue('strategy', 'Strategy', query.get('strategy'))
  const categories = query.getAll('category').map(value => {
    const category = slug(value)
    if (!isCategory(category)) throw invalidValue('category', 'Category', value)
    return category
  })
  return {
    url,
    strategy,
    locale: query.get('locale') ?? 'en-US',
    categories: categories.length > 0 ? [...new Set(categories)] : ['performance'],
  }
}

const invalid = (message: string) =>
  new PageSpeedError(message, { status: 400, reason: 'badRequest', name: 'INVALID_ARGUMENT' })

const invalidValue = (name: string, type: string, value: string | null) =>
  invalid(
    `Invalid value at '${name}' (type.googleapis.com/google.chrome.pagespeedonline.v5.PagespeedonlinePagespeedapiRunpagespeedRequest.${type}), "${value ?? ''}"`,
  )
