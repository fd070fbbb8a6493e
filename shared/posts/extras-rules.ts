import type { MediaKind } from '#shared/media/media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { parseUrl, completeUrl } from '#shared/text/urls.ts'
import {
  BUTTON_LABELS,
  type ButtonAction,
  MAX_TITLE,
  NO_ARTICLE,
  NO_EXTRAS,
  type People,
  type PostExtras,
  type PostKind,
} from './extras.ts'
import { type LinkTags, tagLink } from './link-tags.ts'

export const takesExtras = (network: NetworkId) => networks[network].kinds.length > 0

/** Only Google has buttons, and only Google has offers. */
export const takesButton = (network: NetworkId) => networks[network].kinds.includes('offer')

/** Returns the extras of a new post whose author chose none: the business's button, on networks whose posts have buttons. */
export const defaultExtras = (
  network: NetworkId,
  postButton: { button: ButtonAction; url: string } | null | undefined,
): PostExtras | null => (postButton && takesButton(network) ? { ...NO_EXTRAS, ...postButton } : null)

/** Removes the parts that the kind of post and button don't have, and completes URLs. Returns null if nothing is left. */
export function normalizeExtras(extras: PostExtras | null | undefined): PostExtras | null {
  if (!extras) return null
  const { kind, title, start, end, recurrence, coupon, redeemUrl, terms, url, place, coverId } = extras
  const coverMs = coverId === undefined ? extras.coverMs : undefined
  if (kind === 'article') return normalizeArticle(extras)
  if (kind === 'story') return { ...NO_EXTRAS, kind }
  const button = kind === 'offer' ? null : extras.button
  const named = normalizePeople(extras.people)
  if (kind === 'update' && button === null && !named && !place && !hasCover(extras)) return null
  return {
    ...NO_EXTRAS,
    kind,
    button,
    ...(kind !== 'update' && { title, start, end, ...(recurrence && { recurrence }) }),
    ...(kind === 'offer' && { coupon, redeemUrl: completeUrl(redeemUrl), terms }),
    ...(button !== null && button !== 'CALL' && { url: completeUrl(url) }),
    ...(named && { people: named }),
    ...(place && { place }),
    ...(coverMs !== undefined && { coverMs }),
    ...(coverId !== undefined && { coverId }),
  }
}

const hasCover = ({ coverMs, coverId }: PostExtras) => coverMs !== undefined || coverId !== undefined

/** Removes people without a name. Returns undefined if nobody is left. */
function normalizePeople(people: People | undefined): People | undefined {
  const collaborators = people?.collaborators.filter(Boolean) ?? []
  const tags = people?.tags.filter(({ username }) => username !== '') ?? []
  return collaborators.length > 0 || tags.length > 0 ? { collaborators, tags } : undefined
}

/** Returns the picture among a post's files that is the cover of its video, if any. */
export const findCover = <File extends { id: string } | { _id: string }>(
  files: readonly File[],
  extras: PostExtras | null | undefined,
): File | undefined =>
  extras?.coverId === undefined
    ? undefined
    : files.find(file => ('_id' in file ? file._id : file.id) === extras.coverId)

/**
 * Removes extras that don't fit a network's files: tags of other pictures, and the cover unless the only file is a video.
 * @param all files of the post, including covers
 * @param positions positions of the network's files
 */
export function fitExtrasToFiles(
  extras: PostExtras | null,
  all: readonly { id: string; kind: MediaKind; duration?: number | null | undefined }[],
  positions: readonly number[],
): PostExtras | null {
  if (!extras || (!extras.people && !hasCover(extras))) return extras
  const files = positions.flatMap(position => all[position] ?? [])
  const { people, coverMs, coverId, ...others } = extras
  const tags = people?.tags.filter(({ mediaId }) =>
    files.some(({ id, kind }) => id === mediaId && kind === 'image'),
  )
  const [file] = files
  const video = file?.kind === 'video' && files.length === 1 ? file : undefined
  return normalizeExtras({
    ...others,
    ...(people && { people: { ...people, tags: tags ?? [] } }),
    ...(video &&
      coverMs !== undefined && { coverMs: Math.min(coverMs, Math.floor((video.duration ?? 0) * 1000)) }),
    ...(video && all.some(({ id, kind }) => id === coverId && kind === 'image') && { coverId }),
  })
}

function normalizeArticle({ title, article = NO_ARTICLE }: PostExtras): PostExtras | null {
  const { excerpt, categories, tags } = article
  if (!title.trim() && !excerpt.trim() && categories.length === 0 && tags.length === 0) return null
  return { ...NO_EXTRAS, kind: 'article', title, article: { excerpt, categories, tags } }
}

const DATED: readonly PostKind[] = ['event', 'offer']

/** Returns true for an event or offer. Its dates are fixed, so its post can't repeat. */
export const hasDates = (extras: PostExtras | null | undefined) => DATED.includes(extras?.kind ?? 'update')

/** Adds a business's UTM tags to the URLs of a button and an offer. */
export const tagExtras = (
  extras: PostExtras,
  network: NetworkId,
  tags: LinkTags | null | undefined,
): PostExtras => ({
  ...extras,
  url: tagLink(extras.url, network, tags),
  redeemUrl: tagLink(extras.redeemUrl, network, tags),
})

/** Names of kinds in messages, where they differ from Google's names. */
const REFUSED: Partial<Record<PostKind, string>> = { article: 'articles', story: 'stories' }

export type ExtrasProblem = { part: keyof PostExtras; message: string }

/** Returns the first part that a network would reject, and why. */
export function extrasProblem(network: NetworkId, extras: PostExtras | null): ExtrasProblem | undefined {
  if (!extras) return undefined
  const { kind, title, start, end, redeemUrl, button, url } = extras
  if (!networks[network].kinds.includes(kind) || (button !== null && !takesButton(network))) {
    return {
      part: 'kind',
      message: `${networks[network].name} takes no ${REFUSED[kind] ?? 'events, offers or buttons'}.`,
    }
  }
  const problemOfPeople = peopleProblem(network, extras)
  if (problemOfPeople) return { part: 'people', message: problemOfPeople }
  if (extras.place && !networks[network].takesPlace)
    return { part: 'place', message: `${networks[network].name} takes no place.` }
  if (hasCover(extras) && !networks[network].takesVideoCover)
    return { part: 'coverMs', message: `${networks[network].name} takes no cover of a video.` }
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
    return { part: 'url', message: buttonUrlMessage(button) }
  return undefined
}

/** Matches a username of Instagram. */
const USERNAME = /^[\w.]{1,30}$/

function peopleProblem(network: NetworkId, { people }: PostExtras): string | undefined {
  if (!people) return undefined
  const { name, people: limits } = networks[network]
  if (!limits) return `${name} takes no tags or collaborators.`
  const { collaborators, tags } = people
  const wrong = [...collaborators, ...tags.map(({ username }) => username)].find(
    username => !USERNAME.test(username),
  )
  if (wrong !== undefined)
    return `“${wrong}” isn’t a username on ${name}. It has letters, digits, dots and underscores.`
  if (collaborators.length > limits.collaborators)
    return `${name} takes up to ${limits.collaborators} collaborators.`
  const byPicture = Map.groupBy(tags, ({ mediaId }) => mediaId)
  if ([...byPicture.values()].some(({ length }) => length > limits.tagsOfPicture))
    return `${name} takes up to ${limits.tagsOfPicture} tags on a picture.`
  return undefined
}

/** Returns a message if an event or offer ends before its post goes out, in the business's time zone. */
export function endedProblem(
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

/** Returns a message if a saved post moves behind the end of its event or offer. */
export function moveAfterEndProblem(
  extras: PostExtras | null | undefined,
  { at, now, timeZone }: { at: Date; now: Date; timeZone: string },
): string | undefined {
  if (!extras || !endedProblem(extras, at, timeZone)) return undefined
  const { kind, title } = extras
  return endedProblem(extras, now, timeZone)
    ? `The ${kind} “${title}” is over. Edit the post first: give the ${kind} later dates, or remove it.`
    : `The ${kind} “${title}” ends before then. Choose an earlier time, or edit the post and give the ${kind} a later end.`
}

export const buttonUrlMessage = (button: ButtonAction) => wholeAddress(`“${BUTTON_LABELS[button]}” leads`)

const wholeAddress = (what: string) =>
  `Please enter where ${what} as a whole address, such as https://example.com/page.`

/** Stricter than URL parsers, which also accept `https:a.example` and names without a dot. */
export const isWebAddress = (text: string) =>
  /^https?:\/\//i.test(text) && /[^.]\.[^.]/.test(parseUrl(text)?.hostname ?? '')

export const EXTRAS_MESSAGES = {
  keepsKind: 'A post becomes a story, or a story a post, only together with its files.',
  repeats:
    'An event or offer has dates of its own, so its post can’t repeat. To let Google repeat it, choose Repeats in its own fields.',
} as const
