/** The kinds of server-sent events; `data` is JSON. */
export type LiveEvents = {
  delivery: { postId: string; deliveryId: string; state: string }
  notification: { id: string; title: string }
  /** Notifications were read or deleted in any browser. */
  notifications: Record<string, never>
  domain: { domainId: string }
  siteScores: Record<string, never>
  insights: { accountId: string }
  /** Reviews, comments or answers arrived or changed. */
  inbox: Record<string, never>
  /** Requests of visitors and clients arrived or changed; for administrators. */
  requests: Record<string, never>
}
export type LiveType = keyof LiveEvents

/**
 * The last event of a stream that is closed because the person has opened too many others. Its window reconnects only when it
 * becomes visible.
 */
export const REPLACED = 'replaced'
