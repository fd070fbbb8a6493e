import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { $draft, $enabled, setMessage, setMessageFor } from '#site/dashboard/composer/draft/draft.ts'

/** The shared message box or a network's own; also the key of its error. */
export type Box = 'message' | NetworkId

export const textIn = (box: Box): string => {
  const { message, messages } = $draft.get()
  return box === 'message' ? message : messages[box]
}

export const fill = (box: Box, text: string) =>
  box === 'message' ? setMessage(text) : setMessageFor(box, text)

/** Returns the networks whose message a box contains. */
export function networksOf(box: Box): readonly NetworkId[] {
  if (box !== 'message') return [box]
  const enabled = $enabled.get()
  return enabled.length > 0 ? enabled : NETWORK_IDS
}
