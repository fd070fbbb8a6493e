import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'

import type { Context } from '#api/context.ts'
import { isEncryptedWithAnotherKey } from '#api/db/encrypted.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { unionAll } from '#api/db/schema/columns.ts'
import { mailOutcomes, outbox } from '#api/db/schema/server/mail.ts'
import { write } from '#api/db/write.ts'
import {
  Mail,
  MAIL_CONNECTIONS,
  MailUnsure,
  failureOf,
  isPermanent,
  explainSmtpFailure,
} from '#api/mail/mail.ts'
import { backoffMs } from '#api/runtime/backoff.ts'
import { createWorkerPool } from '#api/runtime/worker-pool.ts'
import { chunksOf } from '#shared/chunks.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { MailState } from '#shared/requests/pipeline.ts'

const LEASE_MS = 2 * 60_000
const BACKOFF = { firstMs: 5000, maxMs: 60 * 60_000 }
const GIVE_UP_AFTER_MS = 3 * DAY_MS

type QueuedMail = typeof outbox.$inferSelect

const columnOf = ({ id }: Pick<QueuedMail, 'id'>) => `outbox ${id} mail`

/**
 * Stays the same for each attempt at one mail, so that mail servers recognise duplicates. It includes the content, because
 * after a restore a different mail may get the same id.
 */
const messageIdOf = (id: string, { subject, text }: Mail) =>
  `${id}.${Bun.hash(`${subject}\n${text}`).toString(36)}`

type NewMail = {
  /** Inserting the same id twice does nothing. */
  id?: string
  userId?: string | undefined
  domainId?: string | null
  mail: Mail
  /** True for mail that is sent before all other, such as a code. */
  urgent?: boolean
  /** Records the outcome for `mailStates`. */
  isTracked?: boolean
  /** Time during which the mail can be withdrawn before it is sent. */
  delayMs?: number
}

/** Puts mails into the outbox, and wakes the job that sends them. */
export async function queueMails(ctx: QueueContext, mails: readonly NewMail[]): Promise<void> {
  const { db, cipher, now, wake } = ctx
  const rows = mails.map(({ id = crypto.randomUUID(), mail, delayMs = 0, ...row }) => ({
    ...row,
    id,
    encryptedMail: cipher.encrypt(JSON.stringify(mail), columnOf({ id })),
    wakeAt: new Date(+now() + delayMs),
    createdAt: now(),
  }))
  for (const part of chunksOf(rows)) await db.insert(outbox).values(part).onConflictDoNothing()
  if (rows.length > 0) wake('send-mail')
}

type QueueContext = Pick<Context, 'db' | 'cipher' | 'now' | 'wake'>

export const queueMail = (ctx: QueueContext, mail: NewMail) => queueMails(ctx, [mail])

/** Takes as long as `queueMail` without sending anything, so that timing doesn't reveal whether an account exists. */
export async function queueAndDiscardMail(ctx: QueueContext, mail: NewMail): Promise<void> {
  const id = crypto.randomUUID()
  await queueMail(ctx, { ...mail, id })
  await deleteMails(ctx, [id])
}

/** Sends due mail over up to `MAIL_CONNECTIONS` connections. A rejected mail is retried later and delays no other. */
export const createMailDispatcher = (ctx: Context) =>
  createWorkerPool({
    size: MAIL_CONNECTIONS,
    claim: capacity => claimDueMail(ctx, capacity),
    work: waiting => sendMail(ctx, waiting),
    onError: error => ctx.log.error({ err: error }, 'mail not settled'),
  })

const claimDueMail = ({ db, now }: Context, capacity: number): Promise<QueuedMail[]> =>
  claimQuery(db).execute({ now: now(), leaseEnd: +now() + LEASE_MS, capacity })

const claimQuery = prepared(db => {
  /** Searches the index separately for urgent and other mail, so that neither scans the other. */
  const firstDue = (urgent: boolean) => {
    const first = db
      .select({ id: outbox.id, urgent: outbox.urgent, wakeAt: outbox.wakeAt })
      .from(outbox)
      .where(and(eq(outbox.urgent, urgent), lte(outbox.wakeAt, sql.placeholder('now'))))
      .orderBy(asc(outbox.wakeAt))
      .limit(sql.placeholder('capacity'))
      .as(urgent ? 'urgent' : 'patient')
    return db.select().from(first)
  }
  const either = unionAll(firstDue(true), firstDue(false)).as('either')
  const due = db
    .select({ id: either.id })
    .from(either)
    .orderBy(desc(either.urgent), asc(either.wakeAt))
    .limit(sql.placeholder('capacity'))
  return db
    .update(outbox)
    .set({ wakeAt: sql`${sql.placeholder('leaseEnd')}`, attempt: sql`${outbox.attempt} + 1` })
    .where(inArray(outbox.id, due))
    .returning()
    .prepare()
})

async function sendMail(ctx: Context, waiting: QueuedMail): Promise<void> {
  try {
    const mail = v.parse(Mail, JSON.parse(ctx.cipher.decrypt(waiting.encryptedMail, columnOf(waiting))))
    await ctx.mailer.send(mail, messageIdOf(waiting.id, mail))
    await settle(ctx, waiting, 'sent')
  } catch (error) {
    await postpone(ctx, waiting, error)
  }
}

async function postpone(ctx: Context, waiting: QueuedMail, error: unknown): Promise<void> {
  const unsure = error instanceof MailUnsure
  const failure = failureOf(unsure ? error.cause : error)
  const { id: mailId, attempt } = waiting
  const details = { mailId, attempt, reason: failure.code, smtpCode: failure.responseCode }
  const old = ctx.now().getTime() - waiting.createdAt.getTime() > GIVE_UP_AFTER_MS
  if (isPermanent(failure) || old) {
    ctx.log.warn(details, 'gave up on a mail')
    return settle(ctx, waiting, 'failed')
  }
  if (unsure && waiting.unsure) {
    ctx.log.warn(details, 'gave up on a mail: the mail server received it twice without responding')
    return settle(ctx, waiting, 'failed')
  }
  const waitMs = backoffMs(attempt, BACKOFF)
  const meaning = explainSmtpFailure(failure)
  ctx.log.warn({ ...details, waitMs, ...(meaning && { meaning }) }, 'mail not taken')
  await ctx.db
    .update(outbox)
    .set({ wakeAt: new Date(ctx.now().getTime() + waitMs), ...(unsure && { unsure }) })
    .where(isOurClaim(waiting))
}

/** Deletes a mail, and records the outcome of a tracked one, unless another process has claimed it meanwhile. */
const settle = (ctx: Context, waiting: QueuedMail, state: 'sent' | 'failed'): Promise<void> =>
  write(ctx, async ({ db, now }) => {
    const settled = await db.delete(outbox).where(isOurClaim(waiting)).returning({ id: outbox.id })
    if (waiting.isTracked && settled.length > 0)
      await db.insert(mailOutcomes).values({ id: waiting.id, state, at: now() }).onConflictDoNothing()
  })

/** Returns the states of tracked mails, by id. Mail that can't be read any more has failed, and is absent. */
export async function mailStates(
  { db }: Pick<Context, 'db'>,
  ids: string[],
): Promise<Map<string, MailState>> {
  const among = { ids: JSON.stringify(ids) }
  const [waiting, settled] = await Promise.all([
    mailsWaiting(db).execute(among),
    outcomesOf(db).execute(among),
  ])
  return new Map<string, MailState>([
    ...waiting.map(({ id }) => [id, 'waiting'] as const),
    ...settled.map(({ id, state }) => [id, state] as const),
  ])
}

const mailsWaiting = prepared(db =>
  db.select({ id: outbox.id }).from(outbox).where(isAmong(outbox.id)).prepare(),
)
const outcomesOf = prepared(db => db.select().from(mailOutcomes).where(isAmong(mailOutcomes.id)).prepare())

export const deleteMailOutcomes = ({ db }: Context, when: SQL) => db.delete(mailOutcomes).where(when)

const isOurClaim = ({ id, attempt }: QueuedMail) => and(eq(outbox.id, id), eq(outbox.attempt, attempt))

export const deleteMailOf = ({ db }: Pick<Context, 'db'>, userId: string) =>
  db.delete(outbox).where(eq(outbox.userId, userId))

/** Deletes a user's waiting mail about a business. */
export const deleteMailAbout = (
  { db }: Pick<Context, 'db'>,
  { userId, domainId }: { userId: string; domainId: string },
) => db.delete(outbox).where(and(eq(outbox.userId, userId), eq(outbox.domainId, domainId)))

export async function deleteMails({ db }: Pick<Context, 'db'>, ids: string[]): Promise<void> {
  await db.delete(outbox).where(inArray(outbox.id, ids))
}

/** Deletes and returns the mails among these that were never tried, so that others can replace them. */
export const withdrawUnsent = ({ db }: Pick<Context, 'db'>, ids: string[]) =>
  db
    .delete(outbox)
    .where(and(inArray(outbox.id, ids), eq(outbox.attempt, 0)))
    .returning({ id: outbox.id, wakeAt: outbox.wakeAt })

/** Deletes mail that was encrypted with a lost APP_SECRET. Returns the number of deleted mails. */
export async function deleteUnreadableMail({ db, cipher }: Context): Promise<number> {
  const { rowsAffected } = await db
    .delete(outbox)
    .where(isEncryptedWithAnotherKey(cipher, outbox.encryptedMail))
  return rowsAffected
}
