import type { FeatureContent, SupportContent } from '#api/db/schema/requests.ts'
import type { Mail } from '#api/mail/mail.ts'
import { requestMail } from '#api/mail/templates.ts'
import { brand } from '#shared/brand.ts'
import {
  AD_MANAGEMENT,
  AD_PLATFORMS,
  EXISTING_ASSETS,
  EXTRA_FEATURES,
  labelOf,
  labelsOfFlags,
  SERVICES,
  TIMELINES,
  WEBSITE_BUDGETS,
  WEBSITE_TYPES,
} from '#shared/requests.ts'
import { SUPPORT_CALL, SUPPORT_SUBJECTS } from '#shared/support.ts'

type Facts = Record<string, string>
type WebsiteContent = Extract<FeatureContent, { requestType: 'Website' }>

const SUBJECTS = [...SERVICES, ...SUPPORT_SUBJECTS, SUPPORT_CALL]

/** Builds the agency's mail about a message from the contact form or a client. */
export function supportMail(content: SupportContent, siteUrl: string): Mail {
  const { fullname, email, contact, company, service, message, preferredAt, updates } = content
  const subject = SUBJECTS.find(({ value }) => value === service)?.label ?? service
  return requestMail({
    to: brand.email,
    replyTo: email,
    subject: preferredAt ? `${fullname} asks for a call` : `${fullname} asks about ${subject}`,
    facts: facts({
      Name: fullname,
      Email: email,
      Phone: contact,
      Company: company,
      Service: subject,
      'Preferred time': preferredAt ?? '',
      Updates: updates === undefined ? '' : updates ? 'wanted' : 'not wanted',
    }),
    message,
    url: `${siteUrl}/dashboard/support-requests`,
  })
}

/** Builds the agency's mail about an ad campaign or a website questionnaire. */
export function featureMail(content: FeatureContent, siteUrl: string): Mail {
  const from = content.name || content.email || 'Somebody'
  const url = `${siteUrl}/dashboard/feature-requests`
  const common = { to: brand.email, url, ...(content.email && { replyTo: content.email }) }
  if (content.requestType === AD_MANAGEMENT) {
    const { name, email, campaignObjective, otherObjective, targetAudience, platforms, budgetRange } = content
    return requestMail({
      ...common,
      subject: `${from} asks for ad management`,
      facts: facts({
        Name: name,
        Email: email,
        Objective: [campaignObjective, otherObjective].filter(Boolean).join(': '),
        Platforms: platforms.map(platform => labelOf(AD_PLATFORMS, platform)).join(', '),
        Budget: budgetRange,
      }),
      message: targetAudience,
    })
  }
  return requestMail({
    ...common,
    subject: `${from} asks for a website`,
    facts: facts({
      Name: content.name,
      Contact: content.contact,
      Email: content.email,
      ...websiteAnswers(content),
    }),
    message: content.comments,
  })
}

const websiteAnswers = (content: WebsiteContent): Facts => ({
  Business: content.business,
  'Website type': labelsOfFlags(WEBSITE_TYPES, content.websiteType),
  Pages: content.pages,
  Design: content.design,
  'Existing assets': labelsOfFlags(EXISTING_ASSETS, content.existing),
  'Extra features': labelsOfFlags(EXTRA_FEATURES, content.extraFeatures),
  Budget: labelOf(WEBSITE_BUDGETS, content.budget),
  Timeline: labelOf(TIMELINES, content.timeline),
})

/** Returns a sender's own text, or their answers if they wrote none, as a reply quotes it. */
export function quoteOf(content: SupportContent | FeatureContent): string {
  if ('service' in content) return content.message
  if (content.requestType === AD_MANAGEMENT) return content.targetAudience
  return content.comments || facts(websiteAnswers(content)).join('\n')
}

const facts = (all: Facts): string[] =>
  Object.entries(all).flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
