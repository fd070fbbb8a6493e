import { computed, map } from 'nanostores'

import { messageLength, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts.ts'
import { $connected } from './accounts.ts'
import { clearError } from './errors.ts'

export type Draft = {
  sameMessage: boolean
  /** The message for all, and those for one network each. */
  message: string
  messages: Record<NetworkId, string>
  isScheduled: boolean
  publishAt: Date | null
}

const empty = (): Draft => ({
  sameMessage: true,
  message: '',
  messages: { facebook: '', instagram: '' },
  isScheduled: false,
  publishAt: null,
})

export const $draft = map<Draft>(empty())

/** What the author chose about a network; without a choice, an account that works is posted to. */
const $choices = map<Partial<Record<NetworkId, boolean>>>({})

export const $enabled = computed([$connected, $choices], (connected, choices) =>
  NETWORK_IDS.filter(network => choices[network] ?? connected[network]?.status === 'connected'),
)

export function enable(network: NetworkId, on: boolean) {
  $choices.setKey(network, on)
  clearError('platforms', 'message', network)
}

/** A box that is still empty starts with what the others have. */
export function setSameMessage(sameMessage: boolean) {
  const { message, messages } = $draft.get()
  const first = NETWORK_IDS.map(network => messages[network]).find(Boolean) ?? ''
  $draft.setKey('sameMessage', sameMessage)
  if (sameMessage) $draft.setKey('message', message || first)
  else {
    $draft.setKey('messages', {
      facebook: messages.facebook || message,
      instagram: messages.instagram || message,
    })
  }
  clearError('message', ...NETWORK_IDS)
}

export function setMessage(message: string) {
  $draft.setKey('message', message)
  clearError('message')
}

export function setMessageFor(network: NetworkId, message: string) {
  $draft.setKey('messages', { ...$draft.get().messages, [network]: message })
  clearError(network)
}

export function setScheduled(isScheduled: boolean) {
  $draft.setKey('isScheduled', isScheduled)
  clearError('scheduledTime')
}

export function setPublishAt(publishAt: Date) {
  $draft.setKey('publishAt', publishAt)
  clearError('scheduledTime')
}

/** As after a post that was sent: the platforms and the kind of message stay. */
export const resetDraft = () => $draft.set({ ...empty(), sameMessage: $draft.get().sameMessage })

export const messageFor = ({ sameMessage, message, messages }: Draft, network: NetworkId) =>
  sameMessage ? message : messages[network]

/** The counter of the box for all goes by the smallest limit. */
export const smallestLimit = (enabled: readonly NetworkId[]) =>
  Math.min(...(enabled.length > 0 ? enabled : NETWORK_IDS).map(network => networks[network].maxChars))

/** 'Message exceeds limit by N characters (current/limit)', where it does. */
export function tooLong(message: string, network: NetworkId): string | undefined {
  const length = messageLength(message)
  const { maxChars } = networks[network]
  return length > maxChars ? POST_MESSAGES.tooLong(length - maxChars, length, maxChars) : undefined
}
