import * as v from 'valibot'

import { DomainError, invalidField, requireValid } from '#api/runtime/errors.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import {
  EXTRAS_MESSAGES,
  extrasProblem,
  hasDates,
  moveAfterEndProblem,
  endedProblem,
} from '#shared/posts/extras-rules.ts'
import { PostExtras } from '#shared/posts/extras.ts'
import { fieldProblem } from '#shared/posts/fields.ts'
import { commentProblem } from '#shared/posts/first-comments.ts'
import {
  NOT_CONNECTED,
  POST_MESSAGES,
  type PlatformMessage,
  SCHEDULE_GRACE_SECONDS,
  SCHEDULE_MAX_DAYS,
} from '#shared/posts/posts.ts'
import { recurrenceProblem } from '#shared/posts/recurrence.ts'
import { isStory, storyCommentProblem } from '#shared/posts/stories.ts'
import { hasVisible } from '#shared/text/characters.ts'
import type { TaggedMessage } from './texts.ts'

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
