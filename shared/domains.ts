import * as v from 'valibot'

import { optionalText, required } from './text.ts'

const WEBSITE_MESSAGE = 'Please enter a website address, for example https://example.com.au'

/** An http(s) address, or empty. A missing scheme is taken as https. */
export const WebsiteUrl = v.pipe(
  optionalText(2048),
  v.transform(text => (text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)),
  v.check(text => text === '' || isWebAddress(text), WEBSITE_MESSAGE),
)

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.')
    ? true
    : url?.hostname === 'localhost'
}

export const SaveDomain = v.object({
  businessName: required('Please enter a name.', 100),
  websiteURL: WebsiteUrl,
})
export type SaveDomain = v.InferOutput<typeof SaveDomain>

/** `domainId` alone selects; with the other fields it edits. */
export const UpdateDomain = v.union([
  v.object({ domainId: required('Please choose a domain.', 64), ...SaveDomain.entries }),
  v.strictObject({ domainId: required('Please choose a domain.', 64) }),
])
export type UpdateDomain = v.InferOutput<typeof UpdateDomain>

export const PERFORMANCE_STATUSES = ['none', 'queued', 'running', 'ready', 'failed'] as const
export type PerformanceStatus = (typeof PERFORMANCE_STATUSES)[number]

export type Domain = {
  _id: string
  businessName: string
  websiteURL: string
  isSelected: boolean
  performanceData: { category: string; score: number }[]
  performanceStatus: PerformanceStatus
  performanceMessage?: string
}
