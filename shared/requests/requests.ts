import * as v from 'valibot'

import type { RequestedAudit } from '#shared/audits/result.ts'
import { brand, money } from '#shared/brand.ts'
import { emailAddress } from '#shared/text/email.ts'
import { optionalPhoneNumber, optionalPhoneOrEmail } from '#shared/text/phone.ts'
import { isEmptyOrVisible, optionalLine, optionalText, required, requiredLine } from '#shared/text/text.ts'
import { HONEYPOT } from './honeypot.ts'
import type { RequestStage } from './pipeline.ts'

const honeypot = { [HONEYPOT.name]: optionalText(2000) }

type Option<Value extends string> = { readonly value: Value; readonly label: string }
const valuesOf = <Value extends string>(options: readonly Option<Value>[]) =>
  options.map(({ value }) => value)

/** Requires one of the options. No choice, which a form sends as '', fails with the same message. */
const choice = <const Value extends string>(options: readonly Option<Value>[], message: string) =>
  v.optional(v.picklist(valuesOf(options), message), '' as Value)

const optionalChoice = <const Value extends string>(options: readonly Option<Value>[]) =>
  v.optional(v.picklist(['', ...valuesOf(options)], 'Please choose one of the options.'), '')

/** Options whose value is their label. */
const selfLabelled = <const Value extends string>(...values: Value[]) =>
  values.map(value => ({ value, label: value }))

const flag = v.optional(v.boolean('Please tick this or leave it empty.'), false)
const flags = <const Name extends string>(options: readonly Option<Name>[]) =>
  Object.fromEntries(options.map(({ value }) => [value, flag])) as Record<Name, typeof flag>

const Sender = {
  name: requiredLine('Please provide your name.', 100),
  email: emailAddress('Please provide a valid email.'),
}

const { price, currency, pages } = brand.websitePlan

export const SERVICES = [
  { value: 'digital', label: 'Digital Advertising' },
  { value: 'local', label: 'Local & Regional Ads' },
  { value: 'retargeting', label: 'Retargeting & Remarketing' },
  { value: 'sms', label: 'SMS & Email Campaigns' },
  { value: '99_package', label: `${money(price)} Package` },
  { value: 'other', label: 'Other / Not Sure' },
] as const

const POSTS_MESSAGE = 'Please choose a number of posts.'

const NO_MESSAGE = 'Please enter your message.'

/** Requires a message, except from the hire form, which has `posts`. Runs even if other fields are invalid. */
const hasMessageOrPosts = <Form extends object>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const input = { ...(dataset.value as Record<string, unknown>) }
    const { posts, message: value } = input
    if (posts !== undefined || value !== '') return
    addIssue({
      message: NO_MESSAGE,
      path: [{ type: 'object', origin: 'value', input, key: 'message', value }],
    })
  })

export const ContactRequest = v.pipe(
  v.object({
    fullname: Sender.name,
    email: Sender.email,
    contact: optionalPhoneNumber,
    company: optionalLine(150),
    service: choice(SERVICES, 'Please select a service.'),
    /** Title of one of the agency's own services (`site/content/services`), for which `service` is `other`. */
    offering: v.optional(requiredLine('Please select a service.', 150)),
    /** Only from the hire form: the posts a week that the sender has chosen, such as `3`, or '' if they aren't sure. */
    posts: v.optional(v.pipe(v.string(POSTS_MESSAGE), v.regex(/^\d{0,2}$/, POSTS_MESSAGE))),
    message: v.pipe(optionalText(5000), v.check(isEmptyOrVisible, NO_MESSAGE)),
    ...honeypot,
  }),
  hasMessageOrPosts(),
)
export type ContactRequest = v.InferOutput<typeof ContactRequest>

export const AD_MANAGEMENT = 'Ad Management'

export const OTHER_OBJECTIVE = 'Other (please specify)'
/** Objectives of an ad campaign. The first one is the default. */
export const CAMPAIGN_OBJECTIVES = selfLabelled(
  'Generate more leads',
  'Increase website traffic',
  'Boost product sales',
  'Build brand awareness',
  OTHER_OBJECTIVE,
)

export const AD_PLATFORMS = [
  { value: 'facebook', label: 'Facebook' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'google', label: 'Google' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'tiktok', label: 'TikTok' },
] as const

export const BUDGET_RANGES = selfLabelled('$500 - $1,000', '$1,000 - $2,500', '$2,500 - $5,000', '$5,000+')

export const AD_CAMPAIGN_INCOMPLETE = 'Please fill in all required fields.'
const PLATFORMS_MESSAGE = 'Please select at least one platform'

export const AdCampaign = v.object({
  requestType: v.literal(AD_MANAGEMENT),
  campaignObjective: choice(CAMPAIGN_OBJECTIVES, 'Please select a campaign objective'),
  /** Text entered for OTHER_OBJECTIVE. */
  otherObjective: optionalLine(200),
  targetAudience: required('Please describe your target audience', 2000),
  platforms: v.optional(
    v.pipe(
      v.array(v.picklist(valuesOf(AD_PLATFORMS), PLATFORMS_MESSAGE), PLATFORMS_MESSAGE),
      v.minLength(1, PLATFORMS_MESSAGE),
      v.maxLength(AD_PLATFORMS.length, 'Please select each platform once'),
      v.transform(platforms => [...new Set(platforms)]),
    ),
    [],
  ),
  budgetRange: choice(BUDGET_RANGES, 'Please select a budget range'),
  name: optionalLine(100),
  email: optionalLine(254),
  ...honeypot,
})
export type AdCampaign = v.InferOutput<typeof AdCampaign>

/** The form of a visitor without a login, which requires a name and an e-mail. */
export const VisitorAdCampaign = v.object({ ...AdCampaign.entries, ...Sender })

export const WEBSITE_TYPES = [
  { value: 'basic', label: 'Basic website' },
  { value: 'store', label: 'Online store' },
  { value: 'booking', label: 'Bookings' },
  { value: 'blog', label: 'Blog' },
] as const

export const EXISTING_ASSETS = [
  { value: 'logo', label: 'Logo' },
  { value: 'media', label: 'Photos or videos' },
  { value: 'content', label: 'Written content' },
  { value: 'domain', label: 'Domain name' },
  { value: 'hosting', label: 'Hosting' },
] as const

export const EXTRA_FEATURES = [
  { value: 'payments', label: 'Online payments' },
  { value: 'calendar', label: 'Booking calendar' },
  { value: 'login', label: 'Customer login' },
  { value: 'blog', label: 'Blog' },
  { value: 'languages', label: 'Several languages' },
] as const

export const WEBSITE_BUDGETS = [
  { value: 'basic', label: `${money(price)} ${currency} a month, ${pages} pages` },
  { value: 'extra', label: 'More, for extras' },
  { value: 'unsure', label: 'Not sure yet' },
] as const

export const TIMELINES = [
  { value: '1-2weeks', label: '1-2 weeks' },
  { value: '2-4weeks', label: '2-4 weeks' },
  { value: 'flexible', label: 'Flexible' },
] as const

/** An optional group of answers. */
const group = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(
    v.object(entries, 'Please choose from the list.'),
    {} as v.InferInput<v.ObjectSchema<Entries, string>>,
  )

const WebsiteAnswers = v.object({
  requestType: v.optional(v.literal('Website')),
  name: optionalLine(100),
  contact: optionalPhoneOrEmail,
  business: optionalLine(150),
  websiteType: group({ ...flags(WEBSITE_TYPES), other: optionalLine(200) }),
  pages: optionalLine(500),
  design: optionalText(2000),
  existing: group(flags(EXISTING_ASSETS)),
  extraFeatures: group({ ...flags(EXTRA_FEATURES), other: optionalLine(200) }),
  budget: optionalChoice(WEBSITE_BUDGETS),
  timeline: optionalChoice(TIMELINES),
  comments: optionalText(5000),
  ...honeypot,
})

/** Error for a visitor's form without a contact. Users with a login have an e-mail. */
export const NO_CONTACT = 'Please give us a phone number or an email, so that we can come back to you.'

/** Requires at least one answer, but no particular one. The api and the form also require a contact from visitors. */
export const WebsiteQuestionnaire = v.pipe(
  WebsiteAnswers,
  v.check(answers => !isBlank({ ...answers, requestType: '' }), 'Please answer at least one question.'),
)
export type WebsiteQuestionnaire = v.InferOutput<typeof WebsiteQuestionnaire>

function isBlank(answer: unknown): boolean {
  if (typeof answer === 'object' && answer !== null) return Object.values(answer).every(isBlank)
  return answer === '' || answer === false
}

/** Input of users/saveFeatureRequest: an ad campaign if `requestType` says so, otherwise a questionnaire. */
export const FeatureForm = v.variant(
  'requestType',
  [AdCampaign, WebsiteQuestionnaire],
  'This kind of request is not known.',
)
export type FeatureForm = v.InferOutput<typeof FeatureForm>

export const REQUEST_SENT = {
  contact: 'Request Submitted successfully!',
  feature: 'Thank you for your submission. Our team will contact you shortly.',
} as const

/** A message from the contact form or the dashboard, as administrators see it. */
export type SupportRequest = Omit<ContactRequest, typeof HONEYPOT.name | 'service'> &
  RequestStage & {
    _id: string
    createdAt: string
    /** One of the contact form's services or of the dashboard's subjects. */
    service: string
    /** Requested time of a call. */
    preferredAt?: string
    /** Name of the colleague with whom the sender would like to talk. */
    caller?: string
    /** True if the client wants updates by mail. */
    updates?: boolean
    /** The website check from which it was sent. */
    audit?: RequestedAudit
  }

/** The part of a sender's profile that is visible to administrators. */
export type RequestSender = {
  fullname: string
  profileImage: { fileName: string }[]
  mobile?: string
  bio?: string
}

/** Fields of a request, and of the person who sent it. */
type Sent = RequestStage & { _id: string; createdAt: string; name: string; email: string }

/** A request for ads or a website, as administrators see it. `email` is empty if none was given. */
export type FeatureRequest =
  | (Sent & Omit<AdCampaign, typeof HONEYPOT.name | keyof Sent>)
  | (Sent &
      Omit<WebsiteQuestionnaire, typeof HONEYPOT.name | keyof Sent | 'requestType'> & {
        requestType: 'Website'
      })

/** Returns the labels of the ticked options, and the text of a free one, joined by commas. */
export const labelsOfFlags = (
  options: readonly Option<string>[],
  flags: Record<string, boolean | string>,
): string =>
  Object.entries(flags)
    .flatMap(([name, value]) =>
      value === true ? labelOf(options, name) : typeof value === 'string' && value ? value : [],
    )
    .join(', ')

export const labelOf = (options: readonly Option<string>[], value: string) =>
  options.find(option => option.value === value)?.label ?? value
