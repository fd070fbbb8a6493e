import { invalidField } from '#api/runtime/errors.ts'
import type { MediaKind } from '#shared/media/media.ts'
import { mediaTaken, describeMediaRules, describeSelection } from '#shared/media/network-media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import { commentProblem } from '#shared/posts/first-comments.ts'
import {
  NOT_CONNECTED,
  POST_MESSAGES,
  type PlatformMessage,
  SCHEDULE_GRACE_SECONDS,
  SCHEDULE_MAX_DAYS,
} from '#shared/posts/posts.ts'

/**
 * Checks each message against its network's limits.
 * @param connected networks for which the business has an account
 * @throws {DomainError} `invalid`
 */
export function checkMessages(platforms: PlatformMessage[], connected: ReadonlySet<NetworkId>) {
  const sameForAll = new Set(platforms.map(({ message }) => message)).size === 1
  for (const { platform, message } of platforms) {
    if (message.trim() !== '') continue
    throw invalidField(
      'platforms',
      sameForAll ? POST_MESSAGES.noMessage : POST_MESSAGES.noMessageFor(networks[platform].name),
    )
  }
  for (const { platform } of platforms) {
    if (connected.has(platform)) continue
    throw invalidField('platforms', NOT_CONNECTED[platform])
  }
  for (const { platform, message, firstComment } of platforms) {
    checkMessage(platform, message)
    checkFirstComment(platform, firstComment)
  }
}

export function checkMessage(network: NetworkId, message: string) {
  const problem = messageProblem(network, message)
  if (problem) throw invalidField('platforms', problem)
}

export function checkFirstComment(network: NetworkId, text = '') {
  const problem = commentProblem(network, text)
  if (problem) throw invalidField('platforms', problem)
}

/**
 * Parses the author's time from the form.
 * @param receivedAt start of the request, so that the time can't pass during a long upload
 */
export function readPublishTime(isScheduled: boolean, scheduledTime: string, receivedAt: Date): Date {
  if (!isScheduled) return receivedAt
  if (scheduledTime === '') throw invalidField('scheduledTime', POST_MESSAGES.noTime)
  if (!/^\d{1,11}$/.test(scheduledTime))
    throw invalidField('scheduledTime', 'Please give the time in unix seconds.')
  return checkPublishTime(Number(scheduledTime), receivedAt)
}

export function checkPublishTime(seconds: number, now: Date): Date {
  const time = seconds * 1000
  if (time < +now - SCHEDULE_GRACE_SECONDS * 1000) throw invalidField('scheduledTime', POST_MESSAGES.pastTime)
  if (time > +now + SCHEDULE_MAX_DAYS * 86_400_000)
    throw invalidField('scheduledTime', 'Please choose a time within a year.')
  return new Date(time)
}

/**
 * Selects the media that a network publishes.
 * @returns their positions; `left` explains which media the network doesn't accept
 */
export function mediaForNetwork(
  network: NetworkId,
  chosen: number[] | undefined,
  kinds: MediaKind[],
): { positions: number[]; left?: string } {
  const { name, needsMedia } = networks[network]
  if (kinds.length === 0 && !needsMedia && !chosen?.length) return { positions: [] }
  if (!chosen) {
    const positions = mediaTaken(network, kinds)
    if (positions.length === 0) throw invalidField('platforms', POST_MESSAGES.noPictureFor(name))
    if (positions.length === kinds.length) return { positions }
    return { positions, left: `${describeMediaRules(network)}: ${describeSelection(kinds, positions)}.` }
  }
  const positions = kinds.flatMap((_, position) => (chosen.includes(position) ? [position] : []))
  if (positions.length === 0 || chosen.some(position => position >= kinds.length))
    throw invalidField('platforms', `Please choose at least one picture or video for ${name}.`)
  const taken = mediaTaken(
    network,
    positions.flatMap(position => kinds[position] ?? []),
  )
  if (taken.length < positions.length)
    throw invalidField('platforms', `${describeMediaRules(network)}. Please choose ${whatToChoose(network)}.`)
  return { positions }
}

const whatToChoose = (network: NetworkId) => (networks[network].video ? 'one or the other' : 'one')
