import { eq, exists } from 'drizzle-orm'

import type { UserContext, VisitorContext } from '#api/context.ts'
import { keyedHash } from '#api/crypto/secrets.ts'
import { users } from '#api/db/schema/auth.ts'
import { type FeatureContent, requests, type SupportContent } from '#api/db/schema/requests.ts'
import { getActiveDomain } from '#api/domains/domains.ts'
import { invalidField } from '#api/errors.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { parseInput } from '#api/http/validate.ts'
import { mailInsert } from '#api/outbox/outbox.ts'
import {
  AD_MANAGEMENT,
  type AdCampaign,
  AdCampaignOfVisitor,
  type ContactRequest,
  type FeatureForm,
  HONEYPOT,
  type WebsiteQuestionnaire,
} from '#shared/requests.ts'
import { CALL_TIME_MESSAGE, isWithinCallWindow, SUPPORT_CALL, type SupportForm } from '#shared/support.ts'
import { featureMail, supportMail } from './request-mail.ts'

/** `name` is the sender's own for what is sent: the same under the same name is kept, and told of, once. */
type Named = { name?: string | undefined }

/** Keeps what somebody wrote to the agency, and tells the agency by mail. */
export async function saveContactRequest(
  ctx: VisitorContext,
  form: ContactRequest,
  named: Named = {},
): Promise<void> {
  await limitAddress(ctx, LIMITS.contactAddress)
  const { [HONEYPOT.name]: trap, ...content } = form
  if (trap) return
  await keep(ctx, { kind: 'support', content, ...named }, supportMail(content, ctx.config.siteUrl))
}

/**
 * Keeps a request for ads or for a website. Who is logged in is named by their account.
 * @throws DomainError `invalid` when an ad campaign comes from nobody known and names nobody
 */
export async function saveFeatureRequest(
  ctx: VisitorContext,
  form: FeatureForm,
  named: Named = {},
): Promise<void> {
  await limitAddress(ctx, LIMITS.featureAddress)
  if (form[HONEYPOT.name]) return
  const person = await personOf(ctx)
  const content = form.requestType === AD_MANAGEMENT ? adContent(form, person) : websiteContent(form, person)
  await keep(ctx, { kind: 'feature', content, ...named }, featureMail(content, ctx.config.siteUrl))
}

/**
 * Keeps what a client wrote from the dashboard, or when a client wants to be called.
 * @throws DomainError `invalid` when the call should be in the past or far ahead
 */
export async function saveSupportRequest(
  ctx: UserContext,
  form: SupportForm,
  named: Named = {},
): Promise<void> {
  await limit(ctx, { ...LIMITS.supportUser, key: ctx.userId })
  if (form.kind === 'call' && !isWithinCallWindow(form.preferredAt, ctx.now()))
    throw invalidField('preferredAt', CALL_TIME_MESSAGE)
  const [person, domain] = await Promise.all([personOf(ctx), getActiveDomain(ctx)])
  const content: SupportContent = {
    fullname: person!.name,
    company: domain?.businessName ?? '',
    message: form.message,
    ...(form.kind === 'call'
      ? {
          email: person!.email,
          contact: form.phone,
          service: SUPPORT_CALL.value,
          preferredAt: new Date(form.preferredAt).toISOString(),
        }
      : { email: form.email, contact: '', service: form.subject, updates: form.updates }),
  }
  await keep(ctx, { kind: 'support', content, ...named }, supportMail(content, ctx.config.siteUrl))
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
  return {
    ...answers,
    requestType: 'Website',
    name: form.name || (person?.name ?? ''),
    email: person?.email ?? '',
  }
}

type Written = Named &
  ({ kind: 'support'; content: SupportContent } | { kind: 'feature'; content: FeatureContent })

async function keep(
  ctx: VisitorContext,
  { name, ...written }: Written,
  mail: Parameters<typeof mailInsert>[1]['mail'],
): Promise<void> {
  const { db, config, userId = null } = ctx
  const id = Bun.randomUUIDv7()
  const sameAs = name
    ? keyedHash(config.appSecret, 'request name', JSON.stringify([name, userId, written]))
    : null
  const isNew = exists(db.select({ id: requests.id }).from(requests).where(eq(requests.id, id)))
  await db.batch([
    db
      .insert(requests)
      .values({ id, ...written, userId, sameAs, createdAt: ctx.now() })
      .onConflictDoNothing(),
    mailInsert(ctx, { mail, when: isNew }),
  ])
  ctx.wake()
}
