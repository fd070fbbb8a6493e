import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { $draft, $enabled, setMessage, setMessageFor } from '#site/dashboard/composer/draft/draft.ts'

/** The box for all, or that of one network; also where its error stands. */
export type Box = 'message' | NetworkId

export const textIn = (box: Box): string => {
  const { message, messages } = $draft.get()
  return box === 'message' ? message : messages[box]
}

export const fill = (box: Box, text: string) =>
  box === 'message' ? setMessage(text) : setMessageFor(box, text)

/** Where the box's words go. */
export function networksOf(box: Box): readonly NetworkId[] {
  if (box !== 'message') return [box]
  const enabled = $enabled.get()
  return enabled.length > 0 ? enabled : NETWORK_IDS
}
