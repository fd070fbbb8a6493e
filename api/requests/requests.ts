import { eq, exists } from 'drizzle-orm'

import { getActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext, VisitorContext } from '#api/context.ts'
import { keyedHash } from '#api/crypto/secrets.ts'
import { type FeatureContent, requests, type SupportContent } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { invalidField } from '#api/errors.ts'
import { limit, limitAddress, limitEmail, LIMITS } from '#api/http/limits/limits.ts'
import { parseInput } from '#api/http/validate.ts'
import type { Mail } from '#api/mail/mail.ts'
import { messageCopyMail } from '#api/mail/templates.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import {
  AD_MANAGEMENT,
  type AdCampaign,
  AdCampaignOfVisitor,
  type ContactRequest,
  type FeatureForm,
  HONEYPOT,
  NO_CONTACT,
  type WebsiteQuestionnaire,
} from '#shared/requests/requests.ts'
import {
  CALL_TIME_MESSAGE,
  isWithinCallWindow,
  SUPPORT_CALL,
  type SupportForm,
} from '#shared/requests/support.ts'
import { requestsChanged } from './inbox.ts'
import { featureMail, supportMail } from './request-mail.ts'

/** The same content with the same idempotency key is saved and mailed once. */
type IdempotencyKey = { key?: string | undefined }

/** Saves a message from the contact form and mails it to the agency. */
export async function saveContactRequest(
  ctx: VisitorContext,
  form: ContactRequest,
  key: IdempotencyKey = {},
): Promise<void> {
  await limitAddress(ctx, LIMITS.contactAddress)
  const { [HONEYPOT.name]: honeypot, ...content } = form
  if (honeypot) return
  const copy = (await mayMailCopy(ctx, content.email))
    ? [messageCopyMail({ to: content.email, message: content.message })]
    : []
  await saveRequest(ctx, { kind: 'support', content, ...key }, url => supportMail(content, url), copy)
}

/**
 * Limits copies per e-mail and per client, because visitors can enter any address and any text. Beyond the limits, only the
 * copy is omitted.
 */
const mayMailCopy = (ctx: VisitorContext, email: string) =>
  limitAddress(ctx, LIMITS.contactCopyAddress)
    .then(() => limitEmail(ctx, LIMITS.contactCopy, email))
    .then(
      () => true,
      () => false,
    )

/**
 * Saves a request for ads or a website. A signed-in sender's name and e-mail come from their account.
 * @throws {DomainError} `invalid` for a visitor's ad campaign without name and e-mail, or questionnaire without a contact
 */
export async function saveFeatureRequest(
  ctx: VisitorContext,
  form: FeatureForm,
  key: IdempotencyKey = {},
): Promise<void> {
  await limitAddress(ctx, LIMITS.featureAddress)
  if (form[HONEYPOT.name]) return
  const person = await personOf(ctx)
  const content = form.requestType === AD_MANAGEMENT ? adContent(form, person) : websiteContent(form, person)
  await saveRequest(ctx, { kind: 'feature', content, ...key }, url => featureMail(content, url))
}

/**
 * Saves a client's message from the dashboard, or their request for a call.
 * @throws {DomainError} `invalid` if the time of the call is past or too far ahead
 */
export async function saveSupportRequest(
  ctx: UserContext,
  form: SupportForm,
  key: IdempotencyKey = {},
): Promise<void> {
  await limit(ctx, { ...LIMITS.supportUser, key: ctx.userId })
  if (form.kind === 'call' && !isWithinCallWindow(form.preferredAt, ctx.now()))
    throw invalidField('preferredAt', CALL_TIME_MESSAGE)
  const [person, domain] = await Promise.all([personOf(ctx), getActiveDomain(ctx)])
  const content: SupportContent = {
    fullname: person?.name ?? '',
    company: domain?.businessName ?? '',
    message: form.message,
    ...(form.kind === 'call'
      ? {
          email: person?.email ?? '',
          contact: form.phone,
          service: SUPPORT_CALL.value,
          preferredAt: new Date(form.preferredAt).toISOString(),
        }
      : { email: form.email, contact: '', service: form.subject, updates: form.updates }),
  }
  await saveRequest(ctx, { kind: 'support', content, ...key }, url => supportMail(content, url))
}

type Person = { name: string; email: string }

async function personOf({ db, userId }: VisitorContext): Promise<Person | undefined> {
  if (!userId) return undefined
  const [person] = await db
    .select({ name: users.fullname, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return person
}

function adContent(form: AdCampaign, person: Person | undefined): FeatureContent {
  const { [HONEYPOT.name]: _, ...campaign } = form
  const { name, email } = person ?? parseInput(AdCampaignOfVisitor, form)
  return { ...campaign, name, email }
}

function websiteContent(form: WebsiteQuestionnaire, person: Person | undefined): FeatureContent {
  const { [HONEYPOT.name]: _, ...answers } = form
  if (!person && !answers.contact) throw invalidField('contact', NO_CONTACT)
  return {
    ...answers,
    requestType: 'Website',
    name: form.name || (person?.name ?? ''),
    email: person?.email ?? '',
  }
}

type NewRequest = IdempotencyKey &
  ({ kind: 'support'; content: SupportContent } | { kind: 'feature'; content: FeatureContent })

async function saveRequest(
  ctx: VisitorContext,
  { key, ...request }: NewRequest,
  mailOf: (url: string) => Mail,
  copies: Mail[] = [],
): Promise<void> {
  const { db, config, userId = null } = ctx
  const id = Bun.randomUUIDv7()
  const sameAs = key
    ? keyedHash(config.appSecret, 'request name', JSON.stringify([key, userId, request]))
    : null
  const isNew = exists(db.select({ id: requests.id }).from(requests).where(eq(requests.id, id)))
  await db.batch([
    db
      .insert(requests)
      .values({ id, ...request, userId, sameAs, createdAt: ctx.now() })
      .onConflictDoNothing(),
    mailInsert(ctx, { mail: mailOf(urlOf(config.siteUrl, id, request)), when: isNew }),
    ...copies.map(copy => mailInsert(ctx, { mail: copy, when: isNew })),
    requestsChanged(ctx, isNew),
  ])
  ctx.wake('send-mail')
}

/** Returns the URL of a request on the administrators' screens. */
const urlOf = (siteUrl: string, id: string, { kind, content }: Omit<NewRequest, 'name'>) => {
  const isAd = 'requestType' in content && content.requestType === AD_MANAGEMENT
  return `${siteUrl}/dashboard/${kind}-requests?${isAd ? 'tab=ads&' : ''}request=${id}`
}
