import type { Fact } from './columns.ts'
import type { RequestList, Sent } from './request-list.ts'

/** A list of requests: its data, columns and labels. */
export type Kind<Request extends Sent> = {
  list: RequestList<Request>
  facts: readonly Fact<Request>[]
  /** What the table is called, and the exported file. */
  caption: string
  empty: string
  /** Who sent it, as its rows and dialogs call it. */
  sender: (request: Request) => string
  /** Where an answer goes; empty where nobody gave an e-mail. */
  email: (request: Request) => string
}
