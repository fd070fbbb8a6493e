import * as v from 'valibot'

import { Email } from '#shared/auth/auth.ts'
import { SaveDomain } from '#shared/businesses/domains.ts'
import { required, requiredLine } from '#shared/text/text.ts'

/** Statuses of a request, from its arrival to its end. */
export const REQUEST_STATUSES = ['new', 'contacted', 'won', 'lost'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

export const REQUEST_STATUS_LABELS: Record<RequestStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  won: 'Won',
  lost: 'Lost',
}

/** An administrator, as shown to the other administrators. */
export type Colleague = { _id: string; fullname: string }

/** Position of a request in the agency's pipeline. `version` increases with each change. */
export type RequestStage = {
  status: RequestStatus
  assignee: Colleague | null
  /** The business that was created from the request. */
  client: { _id: string; businessName: string } | null
  version: number
}

/** Details of a history entry, by its kind. */
export type RequestActs = {
  reply: { to: string; subject: string; text: string }
  note: { text: string }
  status: { from: RequestStatus; to: RequestStatus }
  /** Ids of the former and the new assignee, who are administrators; null for nobody. */
  assignee: { from: string | null; to: string | null }
  client: { domainId: string; businessName: string; undone?: boolean }
  deleted: object
  restored: object
}
export type RequestActKind = keyof RequestActs

/** `waiting` includes a mail that the mail server didn't accept yet and that is being retried. */
export type MailState = 'waiting' | 'sent' | 'failed'

type Entry<Kind extends RequestActKind, Act> = {
  _id: string
  at: string
  /** Name of the administrator; null once their account is deleted. */
  by: string | null
  kind: Kind
} & Act

export type RequestEvent =
  | Entry<'reply', RequestActs['reply'] & { mail: MailState }>
  | Entry<'note', RequestActs['note']>
  | Entry<'status', RequestActs['status']>
  /** Names of the former and the new assignee; null for nobody. */
  | Entry<'assignee', { from: string | null; to: string | null }>
  | Entry<'client', RequestActs['client']>
  | Entry<'deleted' | 'restored', object>

const version = v.pipe(
  v.number('Please send the version that you last saw.'),
  v.integer('Please send the version that you last saw.'),
)

/** Changes only the given fields. `version` is the request's version that the administrator has seen. */
export const ChangeRequest = v.object({
  version,
  status: v.optional(v.picklist(REQUEST_STATUSES, 'Please choose a status.')),
  /** Null removes the assignee. */
  assigneeId: v.optional(v.nullable(v.pipe(v.string('Please choose a colleague.'), v.maxLength(64)))),
})
export type ChangeRequest = v.InferOutput<typeof ChangeRequest>

export const NoteOnRequest = v.object({ text: required('Please write a note.', 5000) })
export type NoteOnRequest = v.InferOutput<typeof NoteOnRequest>

export const ReplyToRequest = v.object({
  version,
  subject: requiredLine('Please write a subject.', 150),
  text: required('Please write a message.', 10_000),
})
export type ReplyToRequest = v.InferOutput<typeof ReplyToRequest>

/** Creates the sender's business. Without an e-mail, nobody is invited yet. */
export const CreateClient = v.object({
  version,
  ...SaveDomain.entries,
  email: v.union([v.literal(''), Email], 'Email format is invalid'),
})
export type CreateClient = v.InferOutput<typeof CreateClient>

/** Undoes `CreateClient`: deletes the business, and restores the request's previous `status`. */
export const UndoClient = v.object({
  version,
  status: v.picklist(REQUEST_STATUSES, 'Please choose a status.'),
})
export type UndoClient = v.InferOutput<typeof UndoClient>

/** Numbers of requests that nobody has answered. */
export type UnansweredCounts = { support: number; feature: number }

export const PIPELINE_MESSAGES = {
  changed: 'A colleague changed this request meanwhile. Look at it again, then decide.',
  notAdministrator: 'Please choose one of the administrators.',
  clientInUse: 'Somebody already works with this business. Delete it in its settings instead.',
  noEmail: 'This request has no email address to reply to.',
} as const
