import * as v from 'valibot'

import { WebsiteUrl } from '#shared/businesses/website-url.ts'
import { HONEYPOT } from '#shared/requests/honeypot.ts'
import { emailAddress } from '#shared/text/email.ts'
import { optionalPhoneNumber } from '#shared/text/phone.ts'
import { optionalText, requiredLine } from '#shared/text/text.ts'
import type { PageFacts, PageHead } from './page-facts.ts'
import type { AuditResult } from './result.ts'

export const AUDIT_DAYS = 30

export const PUBLIC_AUDIT_STATES = ['queued', 'running', 'done', 'failed'] as const

/** Results of an unfinished audit. `first` is null until the page's head has been read, `facts` until the whole page has. */
type Progress = { url: string; first: PageHead | null; facts: PageFacts | null }

export type AuditView =
  /** `ahead` counts the audits before this one. `again` is true after an attempt that failed because the server was too busy. */
  | ({ state: 'queued'; ahead: number; again: boolean } & Progress)
  | ({ state: 'running'; phase: 'reading' | 'measuring' } & Progress)
  | { state: 'done'; url: string; checkedAt: string; expiresAt: string; result: AuditResult }
  | { state: 'failed'; url: string; message: string; first: PageHead | null }
  | { state: 'expired' }

const NO_WEBSITE = 'Please enter the address of your website.'

export const StartAudit = v.object({
  url: v.pipe(
    WebsiteUrl,
    v.nonEmpty(NO_WEBSITE),
    // A fragment isn't sent to the website.
    v.transform(text => (URL.parse(text)?.href ?? text).replace(/#.*$/s, '')),
  ),
})
export type StartAudit = v.InferOutput<typeof StartAudit>

export const MailAudit = v.object({ email: emailAddress('Please provide a valid email.') })
export type MailAudit = v.InferOutput<typeof MailAudit>

export const RequestFromAudit = v.object({
  fullname: requiredLine('Please provide your name.', 100),
  email: emailAddress('Please provide a valid email.'),
  contact: optionalPhoneNumber,
  message: optionalText(5000),
  [HONEYPOT.name]: optionalText(2000),
})
export type RequestFromAudit = v.InferOutput<typeof RequestFromAudit>

/** The subject of a request with an audit, in the agency's inbox. */
export const WEBSITE_CHECK = { value: 'website-check', label: 'Website check' } as const

export const AUDIT_MESSAGES = {
  unknown: 'There is no website check at this address.',
  busy: 'Many people are checking their website right now.',
  unfinished: 'This check hasn’t finished yet. Please wait until it has.',
  mailed: 'It’s on its way to',
  alreadyMailed: 'We’ve already sent this result to',
  requested: 'Thank you. We have your request and this result.',
  interrupted: 'The check was interrupted several times. Please start it again.',
  overloaded: 'Our own server was too busy to measure it. Please try again in a few minutes.',
} as const
