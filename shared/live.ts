/** The kinds of server-sent events; `data` is JSON. */
export type LiveEvents = {
  delivery: { postId: string; deliveryId: string; state: string }
  notification: { id: string; title: string }
  domain: { domainId: string }
  insights: { accountId: string }
}
export type LiveType = keyof LiveEvents
