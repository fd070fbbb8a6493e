import * as v from 'valibot'

import { formatList } from '#shared/format-list.ts'
import type {
  CombinedPost,
  ComparedDays,
  Conversation,
  MissingInsights,
  MonthOfKeywords,
  Placement,
  PresenceSum,
  SeriesDay,
} from '#shared/insights.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Measurement } from '#shared/scores.ts'
import { emailAddress } from '#shared/text/email.ts'
import { Id, Instant, optionalText } from '#shared/text/text.ts'
import type { ReportBrand } from './brand.ts'

export const REPORT_STATES = ['draft', 'released', 'withdrawn'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const PRINT_STATES = ['queued', 'running', 'ready', 'failed'] as const
export type PrintState = (typeof PRINT_STATES)[number]

export const MAX_NOTE = 600
export const MAX_RECIPIENTS = 5
/** Latest day for the mailing, which every month has. */
export const LAST_MAILING_DAY = 28
/** Hour at which reports are mailed, in the business's time zone. */
export const MAILING_HOUR = 9

/** Maximum number of published posts in a report with room on its second sheet. */
export const LISTED_POSTS = 12
/** Maximum number of planned posts in a report, and of published posts if its second sheet is short of room. */
export const REPORT_POSTS = 8

/** Maximum number of searches that a report lists. */
export const REPORT_KEYWORDS = 8

export const REPORT_MESSAGES = {
  month: 'Please choose a month that has begun, within the last year.',
  changed: 'This report has been prepared again since you opened it. Check it again, then release it.',
  released: 'This report is released, so its figures can’t change. Withdraw it to prepare it again.',
  notReleased: 'This report isn’t released.',
  mailingDay: `Please choose a day from 1 to ${LAST_MAILING_DAY}.`,
  recipients: `Please enter at most ${MAX_RECIPIENTS} email addresses.`,
  stopped: (addresses: readonly string[]) =>
    `${formatList(addresses)} unsubscribed. Only they can subscribe again, by the link in any of these emails.`,
  noPdf: 'There is no PDF of this report yet.',
  noBrowser:
    'PDFs can’t be made here yet: this server has no Chromium. Its administrator can install it or set CHROME_PATH. The link works, and your browser can print the page.',
} as const

/** A month such as `2026-10`. */
export const Month = v.pipe(
  v.string(REPORT_MESSAGES.month),
  v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, REPORT_MESSAGES.month),
)

export const ReportQuery = v.object({ domainId: Id })
export type ReportQuery = v.InferOutput<typeof ReportQuery>

/** The reports of one business, or of the last months of all. */
export const ReportsQuery = v.object({ domainId: v.optional(Id) })
export type ReportsQuery = v.InferOutput<typeof ReportsQuery>

export const PrepareReport = v.object({ domainId: Id, month: Month })
export type PrepareReport = v.InferOutput<typeof PrepareReport>

const Recipients = v.pipe(
  v.array(
    emailAddress('Please enter an email address.', 'Please enter a valid email address.'),
    REPORT_MESSAGES.recipients,
  ),
  v.maxLength(MAX_RECIPIENTS, REPORT_MESSAGES.recipients),
  v.transform(list => [...new Set(list)]),
)

export const ReleaseReport = v.object({
  /** The version that the person has seen. */
  preparedAt: Instant,
  note: optionalText(MAX_NOTE),
  recipients: Recipients,
})
export type ReleaseReport = v.InferOutput<typeof ReleaseReport>

/** Sets the day and the recipients of the monthly mail. Without recipients, nothing is mailed. */
export const SaveReportMailing = v.object({
  domainId: Id,
  day: v.pipe(
    v.number(REPORT_MESSAGES.mailingDay),
    v.integer(REPORT_MESSAGES.mailingDay),
    v.minValue(1, REPORT_MESSAGES.mailingDay),
    v.maxValue(LAST_MAILING_DAY, REPORT_MESSAGES.mailingDay),
  ),
  recipients: Recipients,
})
export type SaveReportMailing = v.InferOutput<typeof SaveReportMailing>

const part = v.optional(v.pipe(v.string(), v.maxLength(400)), '')
/** The query of the link by which a reader unsubscribes from the monthly mails. */
export const StopReports = v.object({ business: part, to: part, key: part })
export type StopReports = v.InferOutput<typeof StopReports>

export type ReportMailing = {
  day: number
  recipients: string[]
  /** Addresses that unsubscribed. */
  stopped: string[]
  /** The next mail; null while nothing is mailed. */
  next: { month: string; at: string } | null
}

export type ReportPost = Pick<CombinedPost, 'publishedAt' | 'excerpt'> & {
  /** A small picture as a data URL. */
  picture: string | null
  /** Older reports have no measures. */
  placements: (Omit<Placement, 'accountName' | 'measures'> & Partial<Pick<Placement, 'measures'>>)[]
}

export type ReportBest = ReportPost & {
  /** Average reactions of the month's posts with figures. */
  average: number
  /** Number of posts in `average`. */
  comparedWith: number
}

type DayValue = { day: string; value: number }

/**
 * The sum of the month's known days so far, with their number. `before` is the sum of the previous period, or null if it is
 * unknown.
 */
type DaySum = { value: number; days: number; before: number | null }

export type ReportDay = Pick<SeriesDay, 'day' | 'followers' | 'engagement'>

export type ReportAccount = {
  network: NetworkId
  name: string
  readAt: string | null
  /** Followers on the month's last known day, and before the month or on its first known day. */
  followers: { first: DayValue; last: DayValue } | null
  engagement: DaySum | null
  /** Older reports have neither reach nor views. */
  reach?: DaySum | null
  views?: DaySum | null
  /** Figures of each day, and of the previous period; older reports have none. */
  series?: ReportDay[]
  previous?: ReportDay[] | null
  /** Reason for missing figures; `unshared` for networks that provide none. */
  missing: MissingInsights | 'unshared' | null
}

/** Presence of an account in the month: views, actions and searches. */
export type ReportPresence = {
  network: NetworkId
  name: string
  readAt: string | null
  /** Last day of the month for which the network had figures. */
  knownUntil: string | null
  sums: Record<PresenceSum, DaySum | null>
  /** Null until the network knows the month's searches. */
  keywords: MonthOfKeywords | null
}

/** A week of the next month; `slots` is null for a business without weekly times. */
export type ReportWeek = { from: string; to: string; posts: number; slots: number | null }

type PlannedPost = { publishAt: string; excerpt: string; networks: NetworkId[] }

/** Content of a report: a snapshot from the time at which it was prepared. */
export type ReportContent = {
  business: string
  website: string
  timeZone: string
  /** The month, such as `2026-10`. */
  month: string
  preparedAt: string
  /** Older reports compare whole months, and have none. */
  compared?: ComparedDays
  /** The agency's look; older reports have none. */
  brand?: ReportBrand
  /** True for made-up data. */
  sample?: boolean
  /** `before` is null if nothing is known of the month before; `elsewhere` counts posts published with other tools. */
  posts: { total: number; before: number | null; elsewhere: number; listed: ReportPost[] }
  best: ReportBest | null
  /** The next best posts; older reports have none. */
  runnersUp?: ReportPost[]
  accounts: ReportAccount[]
  /** Older reports have none. */
  conversation?: Conversation
  /** Profiles of which something is known; older reports have none. */
  presence?: ReportPresence[]
  scores: { latest: Measurement | null; before: Measurement | null }
  /**
   * The next month, which may have begun. `weeks` counts all posts; `formatList` contains those to come. Older reports
   * don’t count published posts.
   */
  plan: { month: string; weeks: ReportWeek[]; published?: number; listed: PlannedPost[] }
}

export type ReportSummary = {
  _id: string
  domainId: string
  month: string
  state: ReportState
  preparedAt: string
  releasedAt: string | null
  recipients: string[]
  /** Null if no PDF was queued. */
  pdf: { state: PrintState; message: string | null } | null
}

export type Report = ReportSummary & {
  content: ReportContent
  note: string
  /** The private link; null unless released. */
  link: string | null
}
