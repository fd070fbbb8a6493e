import { type NetworkId, networks } from '#shared/networks.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { BUTTON_LABELS, KIND_LABELS, NO_EXTRAS, type PostExtras } from './extras.ts'
import { type LinkTags, tagLink } from './link-tags.ts'

export const takesExtras = (network: NetworkId) => networks[network].takesExtras

/** Empties the parts that this kind of post and button don't have, and returns null if nothing is left. */
export function usedExtras(extras: PostExtras | null | undefined): PostExtras | null {
  if (!extras) return null
  const { kind, title, start, end, coupon, redeemUrl, terms, url } = extras
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
  if (!takesExtras(network))
    return { part: 'kind', message: `${networks[network].name} takes no events, offers or buttons.` }
  const { kind, title, start, end, redeemUrl, button, url } = extras
  if (kind !== 'update') {
    if (title.trim() === '') return { part: 'title', message: `Please enter the title of the ${kind}.` }
    if (start === '') return { part: 'start', message: `Please choose when the ${kind} starts.` }
    if (end === '') return { part: 'end', message: `Please choose when the ${kind} ends.` }
    if (end <= start) return { part: 'end', message: `The ${kind} must end after it starts.` }
  }
  if (redeemUrl !== '' && !isWebAddress(redeemUrl))
    return { part: 'redeemUrl', message: wholeAddress('people redeem the offer') }
  if (button !== null && button !== 'CALL' && !isWebAddress(url))
    return { part: 'url', message: wholeAddress(`“${BUTTON_LABELS[button]}” leads`) }
  return undefined
}

/** Says that an event or offer has ended at its place before its post goes out; undefined if it hasn't. */
export function overMessage(
  extras: PostExtras | null | undefined,
  at: Date,
  timeZone: string | null,
): string | undefined {
  if (!extras || extras.kind === 'update' || extras.end === '') return undefined
  // Swedish writes times as ISO 8601 does.
  const time = at
    .toLocaleString('sv-SE', { timeZone: timeZone ?? 'UTC' })
    .slice(0, 16)
    .replace(' ', 'T')
  return extras.end > time
    ? undefined
    : `The ${extras.kind} ends before the post goes out. Please choose an earlier time, or a later end.`
}

const wholeAddress = (what: string) =>
  `Please enter where ${what} as a whole address, such as https://example.com/page.`

/** Says what they are in lines, so that two versions can be compared. */
export function describeExtras(extras: PostExtras | undefined): string {
  if (!extras) return ''
  const { kind, title, start, end, coupon, redeemUrl, terms, button, url } = extras
  const period = `${start} to ${end}`.replaceAll('T', ' ')
  return [
    ...(kind === 'update' ? [] : [`${KIND_LABELS[kind]}: ${title}`, period]),
    coupon && `Code ${coupon}`,
    redeemUrl,
    terms,
    button && `${BUTTON_LABELS[button]} ${url}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const isWebAddress = (text: string) => /^https?:$/.test(parseUrl(text)?.protocol ?? '')

export const EXTRAS_MESSAGES = {
  repeats: 'An event or offer has dates of its own, so its post can’t repeat.',
} as const
