import * as v from 'valibot'

import type { LinkTags } from '#shared/posts/link-tags.ts'
import type { PostButton } from '#shared/posts/post-button.ts'
import { required, requiredLine } from '#shared/text/text.ts'
import { TimeZone } from '#shared/time-zone.ts'
import type { Role } from './permissions.ts'
import { WebsiteUrl } from './website-url.ts'

export const MAX_DOMAINS = 100

const BusinessName = requiredLine('Please enter a name.', 100)

export const SaveDomain = v.object({
  businessName: BusinessName,
  websiteURL: WebsiteUrl,
  /** If omitted, each user sees the times of their browser's zone. */
  timeZone: v.optional(TimeZone),
})
export type SaveDomain = v.InferOutput<typeof SaveDomain>

/**
 * Selects a business if only `domainId` is given. Otherwise edits the business: the name is required, an omitted website stays.
 */
export const UpdateDomain = v.pipe(
  v.object({
    domainId: required('Please choose a business.', 64),
    businessName: v.optional(v.string('Please enter a name.')),
    websiteURL: v.optional(WebsiteUrl),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): UpdateDomain => {
    const { domainId, businessName, websiteURL } = dataset.value
    if (businessName === undefined && websiteURL === undefined) return { domainId }
    const name = v.safeParse(BusinessName, businessName)
    if (name.success)
      return { domainId, businessName: name.output, ...(websiteURL !== undefined && { websiteURL }) }
    addIssue({
      message: name.issues[0].message,
      path: [
        { type: 'object', origin: 'value', input: dataset.value, key: 'businessName', value: businessName },
      ],
    })
    return NEVER
  }),
)
export type EditDomain = Pick<SaveDomain, 'businessName'> & { domainId: string; websiteURL?: string }
export type UpdateDomain = { domainId: string } | EditDomain

/** `none` without a website. While a newer measurement is `queued`, `running` or has `failed`, the last scores stay. */
export type PerformanceStatus = 'none' | 'queued' | 'running' | 'ready' | 'failed'

export type Domain = {
  _id: string
  businessName: string
  websiteURL: string
  isSelected: boolean
  role: Role
  /** True during a visit: an administrator who isn't a member has opened the business. */
  isVisit?: true
  /** IANA name; null until a member sets it. Until then, users see the times of their browser's zone. */
  timeZone: string | null
  linkTags: LinkTags | null
  /** The button of new posts, on networks whose posts have one. */
  postButton: PostButton | null
  /** Present for the sample business of a demo. */
  isSample?: true
  performanceData: { category: string; score: number }[]
  performanceStatus: PerformanceStatus
  performanceMessage?: string
}

/** State of a business’s private calendar feed. */
export type CalendarFeed = { isOn: boolean; createdAt?: string; readAt?: string }
