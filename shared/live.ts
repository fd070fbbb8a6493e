/** Data of each server-sent event. */
export type LiveEvents = {
  delivery: { postId: string; deliveryId: string; state: string }
  notification: { id: string; title: string }
  /** Notifications were read or deleted in any browser. */
  notifications: Record<string, never>
  domain: { domainId: string }
  siteScores: Record<string, never>
  insights: { accountId: string }
  /** Somebody connected an account of one of the person's businesses by its connect link. */
  accounts: Record<string, never>
  /** Reviews, comments or answers arrived or changed. */
  inbox: Record<string, never>
  /** Requests of visitors and clients arrived or changed; for administrators. */
  requests: Record<string, never>
}
export type LiveType = keyof LiveEvents

/**
 * The last event of a stream that is closed because the person has opened too many. Its window reconnects once it is visible.
 */
export const REPLACED_STREAM = 'replaced'
