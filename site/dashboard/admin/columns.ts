import { REQUEST_STATUS_LABELS, type RequestStage } from '#shared/requests/pipeline.ts'
import type { quoteOf } from '#shared/requests/replies.ts'

/** A request of any kind, with the sender's e-mail and the text that a reply quotes. */
export type SubmittedRequest = RequestStage & {
  _id: string
  createdAt: string
  email: string
  service?: string
  preferredAt?: string
} & Parameters<typeof quoteOf>[0]

/** A field of a request. The dialog and the exported file show every field, the table those with `inTable`. */
export type Fact<Request> = {
  label: string
  text: (request: Request) => string
  inTable?: boolean
  /** Long text: truncated in the table. */
  long?: boolean
  /** An e-mail or phone number: a link in the dialog. */
  isContact?: true
  /** Instant, shown as relative time. */
  instant?: (request: Request) => string
}

const sortable = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
})

// Time of the request. An exported file has '2026-11-21 15:15 GMT+11:00', which sorts as text.
export const createdAt: Fact<SubmittedRequest> = {
  label: 'Created At',
  text: ({ createdAt }) => sortable.format(new Date(createdAt)).replace(',', ''),
  inTable: true,
  instant: ({ createdAt }) => createdAt,
}

export const stageFacts: readonly Fact<SubmittedRequest>[] = [
  { label: 'Status', text: ({ status }) => REQUEST_STATUS_LABELS[status] },
  { label: 'Assigned to', text: ({ assignee }) => assignee?.fullname ?? '' },
]

/** `mailto:` for an e-mail, `tel:` for a text with enough digits for a phone number. */
export function contactLink(text: string): string | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return `mailto:${encodeURIComponent(text).replace('%40', '@')}`
  // The zero in '+61 (0)400' isn't dialled from abroad.
  const digits = text.replace(/^(\+.*)\(0\)/, '$1').replaceAll(/[^\d+]/g, '')
  return /^[\d\s().+-]+$/.test(text) && digits.length >= 6 ? `tel:${digits}` : undefined
}

/** Returns the names of the true flags and any free text, joined by commas. */
export const flagNames = (flags: Readonly<Record<string, unknown>>): string =>
  Object.entries(flags)
    .flatMap(([name, value]) => (value === true ? name : typeof value === 'string' && value ? value : []))
    .join(', ')
