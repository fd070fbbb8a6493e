import * as v from 'valibot'

import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { postMedia } from '#api/db/schema/posts/posts.ts'
import { acceptMedia, checkStoredMedia, deleteUnusedMedia, requireMediaByIds } from '#api/media/media.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { DomainError, invalidField, requireValid } from '#api/runtime/errors.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { describeMediaRules, describeSelection } from '#shared/media/describe-media.ts'
import { MAX_FILES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { type FileKind, fileKind, acceptedPositions } from '#shared/media/network-media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { messageProblem, isTooLong } from '#shared/posts/captions.ts'
import {
  defaultExtras,
  EXTRAS_MESSAGES,
  fitExtrasToFiles,
  extrasProblem,
  hasDates,
  moveAfterEndProblem,
  endedProblem,
  tagExtras,
  normalizeExtras,
} from '#shared/posts/extras-rules.ts'
import { coverIds, PostExtras } from '#shared/posts/extras.ts'
import {
  altTextProblem,
  fieldProblem,
  fieldValues,
  fillExtras,
  fillIn,
  isPlace,
  type TextRules,
} from '#shared/posts/fields.ts'
import { commentProblem, isCommentTooLong } from '#shared/posts/first-comments.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import type { PostButton } from '#shared/posts/post-button.ts'
import {
  NOT_CONNECTED,
  POST_MESSAGES,
  type PlatformMessage,
  type PostData,
  SCHEDULE_GRACE_SECONDS,
  SCHEDULE_MAX_DAYS,
} from '#shared/posts/posts.ts'
import { recurrenceProblem } from '#shared/posts/recurrence.ts'
import { RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { isStory, STORY_NAME, storyCommentProblem } from '#shared/posts/stories.ts'
import { hasVisible } from '#shared/text/characters.ts'
import { fold } from '#shared/text/fold.ts'

/**
 * Checks each message against its network's limits.
 * @param connected networks for which the business has an account
 * @throws {DomainError} `invalid`
 */
export function checkMessages(
  platforms: Parameters<typeof checkMessage>[0][],
  connected: ReadonlySet<NetworkId>,
) {
  const sameForAll = new Set(platforms.map(({ message }) => message)).size === 1
  const empty = platforms.find(({ message }) => !hasVisible(message))
  if (empty && sameForAll) throw invalidField('platforms', POST_MESSAGES.noMessage)
  if (empty) throw invalidField('platforms', POST_MESSAGES.noMessageFor(networks[empty.platform].name))
  const unconnected = platforms.find(({ platform }) => !connected.has(platform))
  if (unconnected) throw invalidField('platforms', NOT_CONNECTED[unconnected.platform])
  for (const one of platforms) checkMessage(one)
}

/** Checks what one network gets, apart from its media. @throws {DomainError} `invalid` */
export function checkMessage(one: PlatformMessage & Pick<Partial<TaggedMessage>, 'writtenExtras'>) {
  const { platform, message, firstComment, extras = null } = one
  // A story is published without its text.
  if (!isStory(one)) requireValid('platforms', messageProblem(platform, message))
  requireValid('platforms', commentProblem(platform, firstComment ?? ''))
  requireValid('platforms', storyCommentProblem(platform, one))
  requireValid(EXTRAS_PATH, extrasProblem(platform, extras)?.message ?? recurrenceProblem(extras))
  if (one.writtenExtras) requireFittingExtras(extras)
  // `tagTexts` leaves fields in a text if the business has no value for them.
  requireValid('platforms', fieldProblem(isStory(one) ? '' : message))
  requireValid('platforms', fieldProblem(firstComment ?? ''))
  requireValid(EXTRAS_PATH, fieldProblem(JSON.stringify(extras)))
}

/** @throws {DomainError} `invalid` for extras that became too long with the business's values or link tags */
function requireFittingExtras(extras: PostExtras | null) {
  const { issues } = v.safeParse(v.nullable(PostExtras), extras)
  const [issue] = issues ?? []
  if (!issue) return
  const [part = ''] = v.getDotPath(issue)?.split('.') ?? []
  throw invalidField(EXTRAS_PATH, `${PART_NAMES[part] ?? 'This part'} is too long here. ${issue.message}`)
}
const PART_NAMES: Record<string, string> = {
  title: 'The title',
  coupon: 'The coupon code',
  redeemUrl: 'The link of the offer',
  terms: 'The terms',
  url: 'The link of the button',
}

const EXTRAS_PATH = 'platforms.extras'

/**
 * Returns further texts of a series, each for the same networks as its present texts.
 * @param from number of the first further text in messages, which count from 1
 * @throws {DomainError} `invalid` for a further text that one of the networks doesn't accept, or that equals another one
 */
export function prepareFurtherTexts(
  present: readonly [TaggedMessage[], ...TaggedMessage[][]],
  further: readonly string[],
  { rules, from = 2 }: { rules: TextRules; from?: number },
): TaggedMessage[][] {
  const texts: TaggedMessage[][] = []
  for (const [index, message] of further.entries()) {
    const untagged = present[0].map(({ platform }) => ({ platform, message }))
    const text = tagTexts(untagged, rules)
    const isTaken = (one: TaggedMessage) =>
      [...present, ...texts]
        .flat()
        .some(other => other.platform === one.platform && other.message === one.message)
    const [problem] = text.flatMap(
      one =>
        (hasVisible(one.message) ? undefined : POST_MESSAGES.noMessage) ??
        messageProblem(one.platform, one.message) ??
        fieldProblem(one.message) ??
        (isTaken(one) ? RHYTHM_MESSAGES.sameText : []),
    )
    if (problem) throw invalidField('texts', RHYTHM_MESSAGES.ofText(index + from, problem))
    texts.push(text)
  }
  return texts
}

/**
 * Returns one of a series' texts for a network, even if no post with that text goes there yet.
 * @param number of the text, counted from 0
 * @throws {DomainError} `invalid` if such a network doesn't accept it
 */
export function textForNetwork(
  platform: NetworkId,
  text: TaggedMessage[],
  { number, rules }: { number: number; rules: TextRules },
): Pick<TaggedMessage, 'message' | 'written'> {
  const own = text.find(one => one.platform === platform)
  if (own) return own
  const message = text[0]?.written ?? text[0]?.message ?? ''
  const sent = onlyRow(tagTexts([{ platform, message }], rules))
  const problem = messageProblem(platform, sent.message) ?? fieldProblem(sent.message)
  if (problem) throw invalidField('platforms', RHYTHM_MESSAGES.ofText(number + 1, problem))
  return sent
}

/** @throws {DomainError} `invalid` for an event or offer, because its dates would fit only one post of a series */
export function requireNoDates(parts: readonly { extras?: PostExtras | null }[]) {
  if (parts.some(({ extras }) => hasDates(extras))) throw invalidField(EXTRAS_PATH, EXTRAS_MESSAGES.repeats)
}

/** @throws {DomainError} `invalid` for an event or offer that has ended before its post goes out */
export function requireNotEnded(
  parts: readonly { extras?: PostExtras | null }[],
  at: Date,
  timeZone: string,
) {
  for (const { extras } of parts) requireValid('scheduledTime', endedProblem(extras, at, timeZone))
}

/** Like `requireNotEnded` for a move. The error also names the field `extras`. @throws {DomainError} `invalid` */
export function requireNotEndedAfterMove(
  parts: readonly { extras?: PostExtras | null }[],
  move: Parameters<typeof moveAfterEndProblem>[1],
) {
  for (const { extras } of parts) {
    const message = moveAfterEndProblem(extras, move)
    if (message)
      throw new DomainError('invalid', message, { fields: { scheduledTime: message, extras: message } })
  }
}

/**
 * Parses the author's time from the form.
 * @param receivedAt start of the request, so that the time can't pass during a long upload
 */
export function parsePublishTime(isScheduled: boolean, scheduledTime: string, receivedAt: Date): Date {
  if (!isScheduled) return receivedAt
  if (scheduledTime === '') throw invalidField('scheduledTime', POST_MESSAGES.noTime)
  if (!/^\d{1,11}$/.test(scheduledTime))
    throw invalidField('scheduledTime', 'Please give the time in unix seconds.')
  return toPublishTime(Number(scheduledTime), receivedAt)
}

/** Converts Unix seconds. @throws {DomainError} `invalid` for a time in the past or over a year ahead */
export function toPublishTime(seconds: number, now: Date): Date {
  const time = seconds * 1000
  if (time < +now - SCHEDULE_GRACE_SECONDS * 1000) throw invalidField('scheduledTime', POST_MESSAGES.pastTime)
  if (time > +now + SCHEDULE_MAX_DAYS * 86_400_000)
    throw invalidField('scheduledTime', 'Please choose a time within a year.')
  return new Date(time)
}

/**
 * Selects the media that a network publishes.
 * @returns their positions; `leftOut` explains which media the network doesn't accept
 */
export function mediaForNetwork(
  network: NetworkId,
  chosen: number[] | undefined,
  given: readonly FileKind[],
  story = false,
): { positions: number[]; leftOut?: string } {
  const { name, shortName, needsMedia } = networks[network]
  const all = acceptedPositions(network, given, undefined, story)
  const kinds = given.filter(kind => kind !== 'cover')
  if (!chosen || (chosen.length === 0 && all.length === 0)) {
    if (all.length === 0 && story) throw invalidField('platforms', POST_MESSAGES.noFileForStory(shortName))
    if (all.length === 0 && needsMedia) throw invalidField('platforms', POST_MESSAGES.noPictureFor(name))
    return all.length === kinds.length
      ? { positions: all }
      : { positions: all, leftOut: describeSelection(network, given, all, story) }
  }
  const positions = given.flatMap((kind, position) =>
    chosen.includes(position) && kind !== 'cover' ? [position] : [],
  )
  if (positions.length === 0 || chosen.some(position => position >= given.length))
    throw invalidField('platforms', `Please choose at least one picture or video for ${name}.`)
  const chosenKinds = positions.flatMap(position => given[position] ?? [])
  const taken = acceptedPositions(network, chosenKinds, undefined, story)
  if (taken.length < positions.length)
    throw invalidField(
      'platforms',
      `${describeMediaRules(network, story)}. Please choose ${story ? 'one' : whatToChoose(network)}.`,
    )
  return { positions }
}

const whatToChoose = (network: NetworkId) => (networks[network].video ? 'one or the other' : 'one')

/** Checks the number of files. @param textOnly true if the author chose to post without a picture */
export function checkMediaCount(count: number, textOnly: boolean) {
  if (textOnly && count > 0) throw invalidField('media', POST_MESSAGES.withoutPicture)
  if (count === 0 && !textOnly) throw invalidField('media', MEDIA_MESSAGES.none)
  if (count > MAX_FILES) throw invalidField('media', MEDIA_MESSAGES.count)
}

/** @throws {DomainError} `invalid` */
export const requireAltTextsWithoutFields = (altTexts: readonly string[]) =>
  requireValid('media', altTextProblem(altTexts.join(' ')))

/** The content of a post for one network. `leftOut` explains which media the network doesn't accept. */
export type NetworkContent = TaggedMessage & { firstComment: string; positions: number[]; leftOut?: string }

type Content = Pick<PostData, 'mediaIds' | 'altTexts'> & {
  platforms: TaggedMessage[]
  files?: readonly ReceivedFile[]
  /** Covers of the networks whose extras don't change. */
  keptCovers?: readonly string[]
}

/**
 * Plans what each network gets of a post. Its media are those uploaded before, then the request's files.
 * @returns `postFiles`, the media in order with their alt texts, and `discard`, which deletes the request's files if the post
 *   isn't saved
 * @throws {DomainError} for media that can't be read or that one of its networks doesn't accept. Saves no file in that case
 */
export async function planContent(
  ctx: UserContext,
  { platforms, mediaIds, altTexts, files = [], keptCovers = [] }: Content,
) {
  requireAltTextsWithoutFields(altTexts)
  const uploaded = await requireMediaByIds(ctx, mediaIds)
  const covers = [...coverIds(platforms.map(({ extras }) => extras)), ...keptCovers]
  const kinds = [...uploaded.map(row => fileKind(row, covers)), ...files.map(({ kind }) => kind)]
  const planned = platforms.map(({ firstComment = '', media, ...text }): NetworkContent => ({
    ...text,
    firstComment,
    ...mediaForNetwork(text.platform, media, kinds, isStory(text)),
  }))
  const targetsOf = (position: number) => {
    const getting = planned.filter(({ positions }) => positions.includes(position))
    return {
      networks: getting.map(({ platform }) => platform),
      stories: getting.filter(isStory).map(({ platform }) => platform),
    }
  }
  for (const [position, row] of uploaded.entries()) {
    const { networks, stories } = targetsOf(position)
    checkStoredMedia(row, networks, stories)
  }
  const targeted = files.map((file, index) => ({ file, ...targetsOf(uploaded.length + index) }))
  const accepted = await acceptMedia(ctx, targeted)
  const rows = [...uploaded, ...accepted]
  return {
    planned: planned.map(plan => ({
      ...plan,
      ...(plan.extras && { extras: fitExtrasToFiles(plan.extras, rows, plan.positions) }),
    })),
    postFiles: rows.map((row, at): PostFile => ({ ...row, altText: altTexts[at] ?? '' })),
    discard: () => deleteUnusedMedia(ctx, { ids: accepted.map(({ id }) => id) }),
  }
}

export type PostFile = Media & { altText: string }

export async function insertMedia(
  { db }: Inside<UserContext>,
  postId: string,
  postFiles: readonly Pick<PostFile, 'id' | 'altText'>[],
): Promise<void> {
  const rows = postFiles.map(({ id, altText }, position) => ({ postId, mediaId: id, position, altText }))
  if (rows.length > 0) await db.insert(postMedia).values(rows)
}

/** Returns the column values of a delivery's text, and of its extras if they are given. */
export const textColumns = ({
  message,
  written,
  extras,
  writtenExtras = null,
}: Pick<TaggedMessage, 'message' | 'written' | 'extras' | 'writtenExtras'>) => ({
  message,
  written,
  searchText: fold(message),
  ...(extras !== undefined && { extras, writtenExtras }),
})

/** Returns the column values of a delivery that is meant for this account. */
export const accountColumns = ({ id, providerId, name }: Account) => ({
  accountId: id,
  meantFor: providerId,
  meantForName: name,
})

export type TaggedMessage = PlatformMessage & {
  /** The author's text if fields were filled in or links got tags; otherwise null. */
  written: string | null
  writtenComment?: string | null
  writtenExtras?: PostExtras | null
}

/** Adds the business's button to a new post, on networks for which the author has made no choice. */
export const withDefaultButton = (
  platforms: PlatformMessage[],
  postButton: PostButton | null | undefined,
): PlatformMessage[] =>
  platforms.map(({ extras, ...one }) => {
    const own = extras === undefined ? defaultExtras(one.platform, postButton) : extras
    return extras === undefined && own === null ? one : { ...one, extras: own }
  })

/** Returns the values and tags that the texts of a business's posts get. @param accounts the business's connected accounts */
export const textRulesOf = (
  { businessName, linkTags }: Pick<Domain, 'businessName' | 'linkTags'>,
  accounts: readonly Account[],
): TextRules => ({
  linkTags,
  fields: fieldValues(businessName, accounts.find(({ network }) => isPlace(network))?.profile),
})

/**
 * Fills in the fields of each network's texts and extras, and adds the business's UTM tags to their links. Call it when a post is
 * saved, so that the stored text is the one that is sent and that reconciliation searches for. A text over its network's limit
 * gets no tags, since it is rejected.
 */
export const tagTexts = (platforms: PlatformMessage[], { fields, linkTags }: TextRules): TaggedMessage[] =>
  platforms.map(({ extras, ...one }) => {
    const { platform } = one
    const sent = (written: string, isOver: (network: NetworkId, text: string) => boolean) => {
      const filled = fillIn(written, fields)
      const text = tagLinks(filled, platform, isOver(platform, filled) ? null : linkTags)
      return { text, written: text === written ? null : written }
    }
    const used = extras === undefined ? {} : sentExtras(extras, platform, { fields, linkTags })
    const named = isStory(used) ? one.message.trim() || STORY_NAME : one.message
    const { text: message, written } = sent(named, isTooLong)
    if (one.firstComment === undefined) return { ...one, ...used, message, written }
    const comment = sent(one.firstComment.trim(), isCommentTooLong)
    return {
      ...one,
      ...used,
      message,
      written,
      firstComment: comment.text,
      writtenComment: comment.written,
    }
  })

/** Adds the stored extras of stories to texts without extras, so that they stay stories. */
export const withKeptStories = (
  texts: TaggedMessage[],
  current: readonly { network: NetworkId; extras?: PostExtras | null }[],
): TaggedMessage[] =>
  texts.map(text => {
    const kept = current.find(({ network }) => network === text.platform)
    return text.extras === undefined && kept && isStory(kept)
      ? { ...text, extras: kept.extras, message: text.message.trim() || STORY_NAME }
      : text
  })

function sentExtras(given: PostExtras | null, network: NetworkId, { fields, linkTags }: TextRules) {
  const used = normalizeExtras(given)
  const extras = used && tagExtras(fillExtras(used, fields), network, linkTags)
  return { extras, writtenExtras: Bun.deepEquals(extras, used) ? null : used }
}
