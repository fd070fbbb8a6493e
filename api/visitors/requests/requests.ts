import { eq, sql } from 'drizzle-orm'

import { getActiveDomain } from '#api/businesses/domains.ts'
import type { Context, Inside, UserContext, VisitorContext } from '#api/context.ts'
import { type FeatureContent, requests, type SupportContent } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, limitEmail, LIMITS } from '#api/http/limits/limits.ts'
import { parseInput } from '#api/http/route.ts'
import type { Mail } from '#api/mail/mail.ts'
import { messageCopyMail, requestMail } from '#api/mail/templates.ts'
import { publishToAdministrators } from '#api/outbox/live-events.ts'
import { queueMails } from '#api/outbox/mail.ts'
import { keyedHash } from '#api/runtime/crypto/secrets.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { type RequestFromAudit, WEBSITE_CHECK } from '#shared/audits/audit.ts'
import type { RequestedAudit } from '#shared/audits/result.ts'
import { formatSummary } from '#shared/audits/summary.ts'
import { BOOKED_CALL, CANCELLED_CALL } from '#shared/bookings.ts'
import { brand } from '#shared/brand.ts'
import { calls } from '#shared/calls.ts'
import { dateFormats } from '#shared/date-formats.ts'
import { plusTax, pricedPosts } from '#shared/prices.ts'
import { HONEYPOT } from '#shared/requests/honeypot.ts'
import { formatAnswers, replyAddressOf, websiteAnswers } from '#shared/requests/replies.ts'
import {
  AD_MANAGEMENT,
  AD_PLATFORMS,
  labelOf,
  SERVICES,
  type AdCampaign,
  VisitorAdCampaign,
  type ContactRequest,
  type FeatureForm,
  NO_CONTACT,
  type WebsiteQuestionnaire,
} from '#shared/requests/requests.ts'
import {
  CALL_TIME_MESSAGE,
  isWithinCallWindow,
  SUPPORT_CALL,
  SUPPORT_SUBJECTS,
  type SupportForm,
} from '#shared/requests/support.ts'

export async function saveContactRequest(ctx: VisitorContext, form: ContactRequest, key?: string) {
  await limitAddress(ctx, LIMITS.contactAddress)
  const { [HONEYPOT.name]: honeypot, ...content } = form
  if (honeypot) return
  const copy = { message: content.message, wanted: wantedIn(content) }
  await saveRequest(
    ctx,
    { kind: 'support', content, key },
    url => supportMail(content, url),
    await copiesFor(ctx, content, copy),
  )
}

/**
 * Returns the sender's copy of a request; none without an e-mail. Copies are limited per e-mail and per client, because visitors
 * can enter any address and any text. Beyond the limits, only the copy is omitted.
 */
async function copiesFor(
  ctx: VisitorContext,
  sender: { email: string; contact?: string },
  copy: { message: string; wanted: string },
): Promise<Mail[]> {
  const to = replyAddressOf(sender)
  return to && (await mayMailCopy(ctx, to)) ? [messageCopyMail({ to, ...copy })] : []
}

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
export async function saveFeatureRequest(ctx: VisitorContext, form: FeatureForm, key?: string) {
  await limitAddress(ctx, LIMITS.featureAddress)
  if (form[HONEYPOT.name]) return
  const person = await personOf(ctx)
  const content = form.requestType === AD_MANAGEMENT ? adContent(form, person) : websiteContent(form, person)
  const message = [...featureAnswers(content), featureText(content)].filter(Boolean).join('\n')
  const wanted = content.requestType === AD_MANAGEMENT ? 'ad management' : 'a website'
  await saveRequest(
    ctx,
    { kind: 'feature', content, key },
    url => featureMail(content, url),
    await copiesFor(ctx, content, { message, wanted }),
  )
}

/**
 * Saves a client's message from the dashboard, or their request for a call.
 * @throws {DomainError} `invalid` if the time of the call is past or too far ahead
 */
export async function saveSupportRequest(ctx: UserContext, form: SupportForm, key?: string): Promise<void> {
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
  await saveRequest(ctx, { kind: 'support', content, key }, url => supportMail(content, url))
}

/** Saves a request that a visitor sent from the result of a website check, with the result. */
export async function saveAuditRequest(
  ctx: VisitorContext,
  form: RequestFromAudit,
  audit: RequestedAudit,
  key?: string,
): Promise<void> {
  await limitAddress(ctx, LIMITS.contactAddress)
  const { [HONEYPOT.name]: honeypot, ...sent } = form
  if (honeypot) return
  const content = { ...sent, company: '', service: WEBSITE_CHECK.value, audit }
  // Contains no text of the website, so that nobody can mail it to a stranger through us.
  const message = [content.message, ...formatSummary(audit.result)].filter(Boolean).join('\n\n')
  await saveRequest(
    ctx,
    { kind: 'support', content, key },
    url => supportMail(content, url),
    await copiesFor(ctx, content, { message, wanted: 'your website check' }),
  )
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
  const { name, email } = person ?? parseInput(VisitorAdCampaign, form)
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

/** The same content with the same idempotency key is saved and mailed once. */
type NewRequest = { key: string | undefined } & (
  | { kind: 'support'; content: SupportContent }
  | { kind: 'feature'; content: FeatureContent }
)

const saveRequest = (
  ctx: VisitorContext,
  request: NewRequest,
  mailOf: (url: string) => Mail,
  copies?: Mail[],
) => write(ctx, ctx => insertRequest(ctx, request, mailOf, copies)).then(() => undefined)

/** Saves a message from a visitor within a change, and mails it to the agency. */
export const addRequest = (ctx: Inside<VisitorContext>, request: NewRequest & { kind: 'support' }) =>
  insertRequest(ctx, request, url => supportMail(request.content, url))

async function insertRequest(
  ctx: Inside<VisitorContext>,
  { key, ...request }: NewRequest,
  mailOf: (url: string) => Mail,
  copies: Mail[] = [],
) {
  const { config, userId = null } = ctx
  const id = Bun.randomUUIDv7()
  const sameAs = key
    ? keyedHash(config.appSecret, 'request name', JSON.stringify([key, userId, request]))
    : null
  const [saved] = await ctx.db
    .insert(requests)
    .values({ id, ...request, userId, sameAs, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: requests.id })
  if (!saved) {
    const isSame = eq(requests.sameAs, sameAs ?? '')
    const [known] = await ctx.db.select({ id: requests.id }).from(requests).where(isSame)
    return { requestId: known?.id ?? '', isNew: false }
  }
  await tellAgency(ctx, [mailOf(urlOf(config.siteUrl, id, request)), ...copies])
  return { requestId: id, isNew: true }
}

/** Replaces the content of a request that its sender has changed. */
export async function reviseRequest(ctx: Inside<Context>, id: string, content: SupportContent, wish: string) {
  await ctx.db
    .update(requests)
    .set({ content, version: sql`${requests.version} + 1` })
    .where(eq(requests.id, id))
  await tellAgency(ctx, [
    supportMail(content, urlOf(ctx.config.siteUrl, id, { kind: 'support', content }), wish),
  ])
}

async function tellAgency(ctx: Inside<Context>, mails: Mail[]): Promise<void> {
  const queued = mails.map(mail => ({ mail }))
  await queueMails(ctx, queued)
  await publishToAdministrators(ctx, 'requests')
}

/** Returns the URL of a request on the administrators' screens. */
const urlOf = (siteUrl: string, id: string, { kind, content }: Omit<NewRequest, 'key'>) => {
  const isAd = 'requestType' in content && content.requestType === AD_MANAGEMENT
  return `${siteUrl}/dashboard/${kind}-requests?${isAd ? 'tab=ads&' : ''}request=${id}`
}

const SUBJECTS = [...SERVICES, ...SUPPORT_SUBJECTS, SUPPORT_CALL, WEBSITE_CHECK, BOOKED_CALL, CANCELLED_CALL]

/** What the sender wants, as a predicate that follows their name. */
const WISHES: Record<string, string> = {
  [SUPPORT_CALL.value]: 'asks for a call',
  [BOOKED_CALL.value]: 'has booked a call',
}

const serviceIn = ({ offering, service }: SupportContent) => offering ?? labelOf(SUBJECTS, service)

/** Names the service, and the price by posts a week, that a sender has chosen; empty if they aren't sure. */
function wantedIn(content: SupportContent): string {
  const plan = pricedPosts(content.posts ?? '')
  return plan
    ? `${serviceIn(content)} (${plusTax(plan)})`
    : content.service === 'other' && !content.offering
      ? ''
      : serviceIn(content)
}

/** Builds the agency's mail about a message from the contact form or a client. */
function supportMail(content: SupportContent, url: string, wish = WISHES[content.service]): Mail {
  const { fullname, email, contact, company, service, message, preferredAt, caller, updates, audit } = content
  const subject = serviceIn(content)
  const plan = pricedPosts(content.posts ?? '')
  return requestMail({
    to: brand.email,
    replyTo: email,
    subject: `${fullname} ${wish ?? `asks about ${subject}`}`,
    facts: formatAnswers({
      Name: fullname,
      Email: email,
      Phone: contact,
      Company: company,
      Service: subject,
      Price: plan && plusTax(plan),
      Website: audit?.url ?? '',
      [service === SUPPORT_CALL.value ? 'Preferred time' : 'Time']: preferredAt
        ? dateFormats('en').exact(preferredAt, calls.timeZone)
        : '',
      Caller: caller ?? '',
      Updates: updates === undefined ? '' : updates ? 'wanted' : 'not wanted',
    }),
    message: [message, ...(audit ? formatSummary(audit.result) : [])].filter(Boolean).join('\n\n'),
    url,
  })
}

/** Builds the agency's mail about an ad campaign or a website questionnaire. */
function featureMail(content: FeatureContent, url: string): Mail {
  const { name, email, requestType } = content
  return requestMail({
    to: brand.email,
    url,
    ...(email && { replyTo: email }),
    subject: `${name || email || 'Somebody'} asks for ${requestType === AD_MANAGEMENT ? 'ad management' : 'a website'}`,
    facts: featureAnswers(content),
    message: featureText(content),
  })
}

function featureAnswers(content: FeatureContent): string[] {
  if (content.requestType !== AD_MANAGEMENT) {
    const { name, contact, email } = content
    return formatAnswers({ Name: name, Contact: contact, Email: email, ...websiteAnswers(content) })
  }
  const { name, email, campaignObjective, otherObjective, platforms, budgetRange } = content
  return formatAnswers({
    Name: name,
    Email: email,
    Objective: [campaignObjective, otherObjective].filter(Boolean).join(': '),
    Platforms: platforms.map(platform => labelOf(AD_PLATFORMS, platform)).join(', '),
    Budget: budgetRange,
  })
}

/** Returns what the sender wrote in their own words. */
const featureText = (content: FeatureContent) =>
  content.requestType === AD_MANAGEMENT ? content.targetAudience : content.comments
