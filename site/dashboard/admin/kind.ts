import type { Fact } from './columns.ts'
import type { RequestList, SubmittedRequest } from './requests/request-list.ts'

/** A list of requests: its data, columns and labels. */
export type Kind<Request extends SubmittedRequest> = {
  list: RequestList<Request>
  facts: readonly Fact<Request>[]
  /** Name of the table and of the exported file. */
  caption: string
  empty: string
  /** Name of the sender. */
  sender: (request: Request) => string
  /** Subject of the reply. */
  subject: (request: Request) => string
  /** The sender's own text, which the reply quotes. */
  quote: (request: Request) => string
  /** E-mail for the reply; empty if none was given. */
  email: (request: Request) => string
  /** Details of the sender's business, for the form that creates it. */
  client: (request: Request) => ClientDetails
}

/** Texts of the form that creates a client; empty where the request lacks them. */
export type ClientDetails = { businessName: string; websiteURL: string; email: string }
