import { computed, map, atom } from 'nanostores'

import type { LinkedAccount } from '#shared/accounts.ts'
import {
  byNetwork,
  CENTRAL_NETWORKS,
  NETWORK_IDS,
  type NetworkId,
  networks,
  chosenNetworks,
} from '#shared/networks.ts'
import { smallestMaxChars } from '#shared/posts/captions.ts'
import { isStoryOn } from '#shared/posts/draft-texts.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { defaultExtras, normalizeExtras } from '#shared/posts/extras-rules.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $allAccounts } from '#site/dashboard/shared/drafts/store.ts'
import { randomId } from '#site/lib/random-id.ts'
import { withdrawToast } from '#site/lib/toasts.ts'

/** `version` is the server's last one that this window knows; 0 for an unsaved draft. */
export type Identity = { id: string; version: number }

/** Id and version of the draft in the composer. */
export const $identity = atom<Identity>({ id: randomId(), version: 0 })

export const renewIdentity = () => $identity.set({ id: randomId(), version: 0 })

/** Parts of the form that can show an error; a network's id is its own message box. */
export type DraftField =
  | 'platforms'
  | 'message'
  | NetworkId
  | 'firstComment'
  | 'extras'
  | 'media'
  | 'scheduledTime'
  | 'repeat'
  | 'texts'

export const $errors = map<Partial<Record<DraftField, string>>>({})

/** Removes the errors of fields, and their toast. */
export function clearError(...fields: DraftField[]) {
  for (const field of fields) {
    const message = $errors.get()[field]
    if (message) withdrawToast(message)
    $errors.setKey(field, undefined)
  }
}

export type Accounts = Partial<Record<NetworkId, LinkedAccount>>

/** Connected accounts, including those that need reconnecting. */
export const $connected = computed($allAccounts, (accounts): Accounts =>
  Object.fromEntries(
    accounts.flatMap((account, index) =>
      account.state === 'ready' && account.data.accountConnected ? [[NETWORK_IDS[index], account.data]] : [],
    ),
  ),
)

/** True once all networks have loaded and none has an account. */
export const $noAccounts = computed($allAccounts, accounts =>
  accounts.every(account => account.state === 'ready' && !account.data.accountConnected),
)

/** The author's input as it is saved, without files and chosen networks. */
type Entered = Required<
  Omit<
    DraftContent,
    'aiTexts' | 'networks' | 'timeZone' | 'media' | 'mediaKind' | 'messages' | 'firstComments' | 'publishAt'
  >
>

export type Draft = Entered & {
  messages: Record<NetworkId, string>
  firstComments: Record<NetworkId, string>
  publishAt: Date | null
}

export const emptyDraft = (): Draft => ({
  sameMessage: true,
  message: '',
  messages: byNetwork(() => ''),
  firstComment: '',
  firstComments: byNetwork(() => ''),
  extras: {},
  isScheduled: false,
  publishAt: null,
  slot: false,
  repeat: null,
  texts: [],
  textOnly: false,
  leftOut: [],
  labels: [],
})

export const $draft = map<Draft>(emptyDraft())

/** Networks that the author has switched on or off. */
export const $choices = map<Partial<Record<NetworkId, boolean>>>({})

export const $enabled = computed([$connected, $choices], (connected, choices) =>
  chosenNetworks(
    choices,
    NETWORK_IDS.filter(network => connected[network]?.status === 'connected'),
  ),
)

/** The network of an article, if the post goes out as nothing else. */
export const $onlyArticle = computed($enabled, ([network, ...others]) =>
  network && others.length === 0 && networks[network].kinds.includes('article') ? network : undefined,
)

export function enable(network: NetworkId, on: boolean) {
  $choices.setKey(network, on)
  const leftOut = $draft.get().leftOut.filter(each => each !== network)
  $draft.setKey('leftOut', leftOut)
  clearError('platforms', 'message', network)
  if ($errors.get().media === POST_MESSAGES.noPictureFor(networks[network].name)) clearError('media')
}

/** Switches between one message and one for each network, and fills empty boxes with the other mode's text. */
export function setSameMessage(sameMessage: boolean) {
  const draft = $draft.get()
  const { message, messages, firstComment, firstComments } = draft
  $draft.set({
    ...draft,
    sameMessage,
    ...(sameMessage
      ? { message: message || firstText(messages), firstComment: firstComment || firstText(firstComments) }
      : {
          messages: byNetwork(network => messages[network] || message),
          firstComments: byNetwork(network => firstComments[network] || firstComment),
        }),
  })
  clearError('message', ...NETWORK_IDS)
}

const firstText = (texts: Record<NetworkId, string>) =>
  NETWORK_IDS.map(network => texts[network]).find(Boolean) ?? ''

/** Creates a function that sets a part of the draft, and removes the errors of these fields. */
const setter =
  <Part extends keyof Draft>(part: Part, ...fields: DraftField[]) =>
  (value: Draft[Part]) => {
    $draft.set({ ...$draft.get(), [part]: value })
    clearError(...fields)
  }

export const setMessage = setter('message', 'message')
export const setFirstComment = setter('firstComment', 'firstComment')
export const setScheduled = setter('isScheduled', 'scheduledTime')
export const setRepeat = setter('repeat', 'repeat')
export const setTexts = setter('texts', 'texts', 'repeat')

export function setMessageFor(network: NetworkId, message: string) {
  $draft.setKey('messages', { ...$draft.get().messages, [network]: message })
  clearError(network)
}

export function setFirstCommentFor(network: NetworkId, text: string) {
  $draft.setKey('firstComments', { ...$draft.get().firstComments, [network]: text })
  clearError('firstComment')
}

const $storyNames = computed($draft, draft =>
  NETWORK_IDS.filter(network => isStoryOn(draft, network)).join(' '),
)
/** The networks on which the post is a story. Doesn't change with each keystroke. */
export const $stories = computed($storyNames, names => names.split(' ') as NetworkId[])

/** Returns the extras entered for a network, by default a new post's button of the business. */
export const enteredExtras = ({ extras }: Pick<Draft, 'extras'>, network: NetworkId): PostExtras | null =>
  extras[network] === undefined && !$editing.get()
    ? defaultExtras(network, $selectedDomain.get()?.postButton)
    : (extras[network] ?? null)

/** Returns the extras with which the post is sent to the network. */
export const extrasFor = (draft: Pick<Draft, 'extras'>, network: NetworkId) =>
  normalizeExtras(enteredExtras(draft, network))

/** Sets the extras of a network. Null removes also the business's button. */
export function setExtras(network: NetworkId, extras: PostExtras | null) {
  $draft.setKey('extras', { ...$draft.get().extras, [network]: extras })
  clearError('extras')
}

export function setPublishAt(publishAt: Date, slot = false) {
  $draft.set({ ...$draft.get(), publishAt, slot })
  clearError('scheduledTime', 'repeat')
}

/** Chooses to post without a picture, which turns off the networks that need one, or undoes that. */
export function setTextOnly(textOnly: boolean) {
  restoreLeftOut()
  const leftOut = textOnly ? $enabled.get().filter(network => networks[network].needsMedia) : []
  for (const network of leftOut) enable(network, false)
  $draft.set({ ...$draft.get(), textOnly, leftOut })
  clearError('media')
}

function restoreLeftOut() {
  for (const network of $draft.get().leftOut) $choices.setKey(network, undefined)
}

/** Forgets the author's choice of networks, because another business has its own. */
export function forgetNetworks() {
  $choices.set({})
  $draft.set({ ...$draft.get(), textOnly: false, leftOut: [] })
}

/** Empties the draft for the next post. Keeps the chosen networks. */
export function resetDraft() {
  restoreLeftOut()
  $draft.set(emptyDraft())
}

/** Returns the smallest character limit of the enabled networks, or else of the connected ones, or those of the first steps. */
export function smallestLimit(enabled: readonly NetworkId[], connected: readonly NetworkId[]) {
  const counted = [enabled, connected].find(({ length }) => length > 0) ?? CENTRAL_NETWORKS
  return smallestMaxChars(counted)
}
