import { type NetworkId, networks } from '#shared/networks.ts'
import { parseUrl } from '#shared/text/urls.ts'
import {
  BUTTON_LABELS,
  type ButtonAction,
  MAX_TITLE,
  NO_ARTICLE,
  NO_EXTRAS,
  type PostExtras,
  type PostKind,
} from './extras.ts'
import { type LinkTags, tagLink } from './link-tags.ts'

export const takesExtras = (network: NetworkId) => networks[network].kinds.length > 0

/** Returns what a new post has on a network unless its author chose anything: the business's button, where posts have one. */
export const defaultExtras = (
  network: NetworkId,
  postButton: { button: ButtonAction; url: string } | null | undefined,
): PostExtras | null =>
  postButton && networks[network].kinds.includes('update') ? { ...NO_EXTRAS, ...postButton } : null

/** Empties the parts that this kind of post and button don't have, and returns null if nothing is left. */
export function usedExtras(extras: PostExtras | null | undefined): PostExtras | null {
  if (!extras) return null
  const { kind, title, start, end, coupon, redeemUrl, terms, url } = extras
  if (kind === 'article') return usedArticle(extras)
  const button = kind === 'offer' ? null : extras.button
  if (kind === 'update' && button === null) return null
  return {
    ...NO_EXTRAS,
    kind,
    button,
    ...(kind !== 'update' && { title, start, end }),
    ...(kind === 'offer' && { coupon, redeemUrl, terms }),
    ...(button !== null && button !== 'CALL' && { url }),
  }
}

function usedArticle({ title, article = NO_ARTICLE }: PostExtras): PostExtras | null {
  const { excerpt, categories, tags } = article
  if (!title.trim() && !excerpt.trim() && categories.length === 0 && tags.length === 0) return null
  return { ...NO_EXTRAS, kind: 'article', title, article: { excerpt, categories, tags } }
}

const DATED: readonly PostKind[] = ['event', 'offer']

/** True for an event or an offer, whose dates can't be those of a post that repeats. */
export const hasDates = (extras: PostExtras | null | undefined) => DATED.includes(extras?.kind ?? 'update')

/** Adds a business's UTM tags to the URLs behind a button and an offer. */
export const tagExtras = (
  extras: PostExtras,
  network: NetworkId,
  tags: LinkTags | null | undefined,
): PostExtras => ({
  ...extras,
  url: tagLink(extras.url, network, tags),
  redeemUrl: tagLink(extras.redeemUrl, network, tags),
})

export type ExtrasProblem = { part: keyof PostExtras; message: string }

/** Returns the first part that a network would reject, and why. */
export function extrasProblem(network: NetworkId, extras: PostExtras | null): ExtrasProblem | undefined {
  if (!extras) return undefined
  const { kind, title, start, end, redeemUrl, button, url } = extras
  if (!networks[network].kinds.includes(kind)) {
    const what = kind === 'article' ? 'articles' : 'events, offers or buttons'
    return { part: 'kind', message: `${networks[network].name} takes no ${what}.` }
  }
  if (hasDates(extras)) {
    if (title.length > MAX_TITLE)
      return { part: 'title', message: `Please keep the title to ${MAX_TITLE} characters or fewer.` }
    if (title.trim() === '') return { part: 'title', message: `Please enter the title of the ${kind}.` }
    if (start === '') return { part: 'start', message: `Please choose when the ${kind} starts.` }
    if (end === '') return { part: 'end', message: `Please choose when the ${kind} ends.` }
    if (end <= start) return { part: 'end', message: `The ${kind} must end after it starts.` }
  }
  if (redeemUrl !== '' && !isWebAddress(redeemUrl))
    return { part: 'redeemUrl', message: wholeAddress('people redeem the offer') }
  if (button !== null && button !== 'CALL' && !isWebAddress(url))
    return { part: 'url', message: leadsNowhere(button) }
  return undefined
}

/** Says that an event or offer has ended at its place before its post goes out; undefined if it hasn't. */
export function overMessage(
  extras: PostExtras | null | undefined,
  at: Date,
  timeZone: string,
): string | undefined {
  if (!extras?.end || !hasDates(extras)) return undefined
  // Swedish writes times as ISO 8601 does.
  const time = at.toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T')
  return extras.end > time
    ? undefined
    : `The ${extras.kind} ends before the post goes out. Please choose an earlier time, or a later end.`
}

export const leadsNowhere = (button: ButtonAction) => wholeAddress(`“${BUTTON_LABELS[button]}” leads`)

const wholeAddress = (what: string) =>
  `Please enter where ${what} as a whole address, such as https://example.com/page.`

export const isWebAddress = (text: string) => /^https?:$/.test(parseUrl(text)?.protocol ?? '')

export const EXTRAS_MESSAGES = {
  repeats: 'An event or offer has dates of its own, so its post can’t repeat.',
} as const
