import type { FeatureContent, SupportContent } from '#api/db/schema/businesses/requests.ts'
import type { Mail } from '#api/mail/mail.ts'
import { requestMail } from '#api/mail/templates.ts'
import { brand } from '#shared/brand.ts'
import { answersOf, websiteAnswers } from '#shared/requests/replies.ts'
import { AD_MANAGEMENT, AD_PLATFORMS, labelOf, SERVICES } from '#shared/requests/requests.ts'
import { SUPPORT_CALL, SUPPORT_SUBJECTS } from '#shared/requests/support.ts'

const SUBJECTS = [...SERVICES, ...SUPPORT_SUBJECTS, SUPPORT_CALL]

/** Builds the agency's mail about a message from the contact form or a client. */
export function supportMail(content: SupportContent, url: string): Mail {
  const { fullname, email, contact, company, service, message, preferredAt, updates } = content
  const subject = SUBJECTS.find(({ value }) => value === service)?.label ?? service
  return requestMail({
    to: brand.email,
    replyTo: email,
    subject: preferredAt ? `${fullname} asks for a call` : `${fullname} asks about ${subject}`,
    facts: answersOf({
      Name: fullname,
      Email: email,
      Phone: contact,
      Company: company,
      Service: subject,
      'Preferred time': preferredAt ?? '',
      Updates: updates === undefined ? '' : updates ? 'wanted' : 'not wanted',
    }),
    message,
    url,
  })
}

/** Builds the agency's mail about an ad campaign or a website questionnaire. */
export function featureMail(content: FeatureContent, url: string): Mail {
  const from = content.name || content.email || 'Somebody'
  const common = { to: brand.email, url, ...(content.email && { replyTo: content.email }) }
  if (content.requestType === AD_MANAGEMENT) {
    const { name, email, campaignObjective, otherObjective, targetAudience, platforms, budgetRange } = content
    return requestMail({
      ...common,
      subject: `${from} asks for ad management`,
      facts: answersOf({
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
    facts: answersOf({
      Name: content.name,
      Contact: content.contact,
      Email: content.email,
      ...websiteAnswers(content),
    }),
    message: content.comments,
  })
}
