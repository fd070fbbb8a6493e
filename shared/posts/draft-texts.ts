import type { NetworkId } from '#shared/networks.ts'
import type { DraftContent } from './drafts.ts'
import { takesFirstComment } from './first-comments.ts'
import { isStory } from './stories.ts'

type Written = Pick<DraftContent, 'sameMessage' | 'message' | 'messages'>
export type Texts = Written & Pick<DraftContent, 'firstComment' | 'firstComments'>
export type Extras = Pick<DraftContent, 'extras'>

export const messageFor = ({ sameMessage, message, messages }: Written, network: NetworkId): string =>
  (sameMessage ? message : messages[network]) ?? ''

/** Returns the shared text or, if each network has its own, the first network's. */
export const firstMessage = ({ sameMessage, message, messages }: Written): string =>
  sameMessage ? message : (Object.values(messages).find(text => text?.trim()) ?? '')

export const isStoryOn = ({ extras }: Extras, network: NetworkId) => isStory({ extras: extras?.[network] })

/** Returns false for a story, which has no first comment. */
export const supportsFirstComment = (draft: Extras, network: NetworkId) =>
  takesFirstComment(network) && !isStoryOn(draft, network)

export function commentFor(draft: Texts & Extras, network: NetworkId): string {
  if (!supportsFirstComment(draft, network)) return ''
  return (draft.sameMessage ? draft.firstComment : draft.firstComments[network]) ?? ''
}
