/** The kinds of server-sent events; `data` is JSON. */
export type LiveEvents = {
  delivery: { postId: string; deliveryId: string; state: string }
  notification: { id: string; title: string }
  /** Some were read or deleted, in whichever browser. */
  notifications: Record<string, never>
  domain: { domainId: string }
  siteScores: Record<string, never>
  insights: { accountId: string }
}
export type LiveType = keyof LiveEvents

/**
 * Ends a stream, as its last event: the person has opened so many others that there is no room for this one. Nobody connects
 * again for it until they look at its window.
 */
export const REPLACED = 'replaced'
