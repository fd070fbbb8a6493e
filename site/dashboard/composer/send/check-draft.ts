import { type NetworkId, networks } from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import { messageFor, commentFor, isStoryOn } from '#shared/posts/draft-texts.ts'
import { endedProblem, takesExtras } from '#shared/posts/extras-rules.ts'
import { fieldProblem, textFor } from '#shared/posts/fields.ts'
import { commentProblem } from '#shared/posts/first-comments.ts'
import { NOT_CONNECTED, POST_MESSAGES, SCHEDULE_GRACE_SECONDS } from '#shared/posts/posts.ts'
import {
  $connected,
  $draft,
  $enabled,
  type Draft,
  type DraftField,
  extrasFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { $media, $positions } from '#site/dashboard/composer/media/media.ts'
import { $mediaProblems } from '#site/dashboard/composer/media/problems.ts'
import { $textRules, sentExtrasProblem } from '#site/dashboard/composer/messages/shown-network.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import type { ApiError } from '#site/lib/api/error.ts'

export type Problem = { field: DraftField; message: string }

/** Returns the first problem of the post, in the order of the fields on the screen. */
export function checkDraft(now: Date): Problem | undefined {
  const draft = $draft.get()
  const enabled = $enabled.get()
  const files = $media.get().length
  // An edited post needs no connected accounts, because it can wait for them.
  const { networks: alreadyFor = [] } = $editing.get() ?? {}
  if (enabled.length === 0) return { field: 'platforms', message: POST_MESSAGES.noPlatform }
  return (
    missingMessage(draft, enabled) ??
    missingAccount(enabled.filter(network => !alreadyFor.includes(network))) ??
    (files === 0 && !draft.textOnly ? { field: 'media', message: POST_MESSAGES.noMedia } : undefined) ??
    missingMedia(enabled) ??
    rejectedMedia() ??
    unfitMessage(draft, enabled) ??
    unfitComment(draft, enabled) ??
    unfitExtras(draft, enabled) ??
    unfitTime(draft, enabled, now)
  )
}

export function missingMessage(draft: Draft, enabled: readonly NetworkId[]): Problem | undefined {
  const network = enabled.find(each => !isStoryOn(draft, each) && messageFor(draft, each).trim() === '')
  if (!network) return undefined
  return draft.sameMessage
    ? { field: 'message', message: POST_MESSAGES.noMessage }
    : { field: network, message: POST_MESSAGES.noMessageFor(networks[network].name) }
}

function missingAccount(enabled: readonly NetworkId[]): Problem | undefined {
  const connected = $connected.get()
  const network = enabled.find(each => !connected[each])
  return network && { field: 'platforms', message: NOT_CONNECTED[network] }
}

function missingMedia(enabled: readonly NetworkId[]): Problem | undefined {
  const positions = $positions.get()
  const draft = $draft.get()
  const network = enabled.find(
    each => (networks[each].needsMedia || isStoryOn(draft, each)) && positions[each].length === 0,
  )
  if (!network) return undefined
  const { name, shortName } = networks[network]
  const message = isStoryOn(draft, network)
    ? POST_MESSAGES.noFileForStory(shortName)
    : POST_MESSAGES.noPictureFor(name)
  return { field: 'media', message }
}

function rejectedMedia(): Problem | undefined {
  const found = [...$mediaProblems.get().values()].find(({ rejectedBy }) => rejectedBy)
  return found && { field: 'media', message: found.message }
}

export function unfitMessage(draft: Draft, enabled: readonly NetworkId[]): Problem | undefined {
  const rules = $textRules.get()
  const problems = enabled.flatMap(network => {
    if (isStoryOn(draft, network)) return []
    const text = textFor(messageFor(draft, network), network, rules)
    const message = messageProblem(network, text) ?? fieldProblem(text)
    return message ? [{ network, message }] : []
  })
  const [first] = problems
  if (!first) return undefined
  const message =
    problems.length === 1
      ? first.message
      : problems.map(problem => problem.message.replace(/[^.]$/, '$&.')).join(' ')
  return { field: draft.sameMessage ? 'message' : first.network, message }
}

function firstProblem(
  enabled: readonly NetworkId[],
  field: DraftField,
  messageOf: (network: NetworkId) => string | false | null | undefined,
): Problem | undefined {
  const [message] = enabled.flatMap(network => messageOf(network) || [])
  return message === undefined ? undefined : { field, message }
}

function unfitComment(draft: Draft, enabled: readonly NetworkId[]): Problem | undefined {
  const rules = $textRules.get()
  return firstProblem(enabled, 'firstComment', network => {
    const text = textFor(commentFor(draft, network), network, rules)
    return commentProblem(network, text) ?? fieldProblem(text)
  })
}

function unfitExtras(draft: Draft, enabled: readonly NetworkId[]): Problem | undefined {
  const problemOf = (network: NetworkId) => takesExtras(network) && sentExtrasProblem(draft, network)?.message
  return firstProblem(enabled, 'extras', problemOf)
}

function unfitTime(draft: Draft, enabled: readonly NetworkId[], now: Date): Problem | undefined {
  const { isScheduled, publishAt, slot } = draft
  const field = 'scheduledTime'
  if (isScheduled && slot) return undefined
  if (isScheduled && !publishAt) return { field, message: POST_MESSAGES.noTime }
  const at = isScheduled && publishAt ? publishAt : now
  if (+at < +now - SCHEDULE_GRACE_SECONDS * 1000) return { field, message: POST_MESSAGES.pastTime }
  return firstProblem(
    enabled,
    field,
    network => takesExtras(network) && endedProblem(extrasFor(draft, network), at, $businessZone.get()),
  )
}

const notConnected: readonly string[] = Object.values(NOT_CONNECTED)

/** Maps the api's validation errors to this form's fields. */
export function fieldErrors({ code, message, fields }: ApiError): Partial<Record<DraftField, string>> {
  if (code === 'unsupported' || code === 'too_large') return { media: message }
  const errors: Partial<Record<DraftField, string>> = {}
  for (const [name, message] of Object.entries(fields)) {
    const field = fieldOf(name, message)
    if (field) errors[field] ??= message
  }
  return errors
}

function fieldOf(name: string, message: string): DraftField | undefined {
  if (/^(media|data\.altTexts|data\.mediaIds)\b/.test(name)) return 'media'
  if (name === 'scheduledTime') return 'scheduledTime'
  const ofSeries = /^(?:data\.)?(repeat|texts)\b/.exec(name)?.[1]
  if (ofSeries) return ofSeries as 'repeat' | 'texts'
  if (!/^(data\.)?platforms\b/.test(name)) return undefined
  if (notConnected.includes(message)) return 'platforms'
  if (/\bextras\b/.test(name)) return 'extras'
  if (/comment/.test(message)) return 'firstComment'
  if ($draft.get().sameMessage) return 'message'
  return $enabled.get().find(network => message.includes(networks[network].name)) ?? 'platforms'
}
