import Bowser from 'bowser'
import { and, desc, eq, getTableColumns, gt, isNull, lte, ne, sql } from 'drizzle-orm'

import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { emailChanges, passwordResets, sessions, type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { SessionItem } from '#shared/auth/auth.ts'
import { DAY_MS } from '#shared/durations.ts'

const LIFETIME_MS = 30 * DAY_MS
/** Maximum age of a session even if it is in use, so that a stolen token expires. */
const MAX_AGE_MS = 90 * DAY_MS
/** Minimum time between two writes that extend a session in use. */
const EXTEND_EVERY_MS = 60 * 60_000

/**
 * Creates a session and returns its token, which is stored as a hash only. `passwordHash` is the hash that the password was
 * checked against; if it has changed since, no session is created.
 * @returns undefined if the password has changed or the user is being deleted
 */
export async function createSession(
  ctx: RequestContext,
  userId: string,
  { passwordHash }: { passwordHash?: string | null } = {},
): Promise<string | undefined> {
  const token = newToken()
  return write(ctx, async ({ db, now, address, userAgent }) => {
    const isUnchanged = and(
      eq(users.id, userId),
      isNull(users.deletionStartedAt),
      passwordHash ? eq(users.passwordHash, passwordHash) : undefined,
    )
    if ((await db.$count(users, isUnchanged)) === 0) return undefined
    await db.insert(sessions).values({
      id: crypto.randomUUID(),
      userId,
      tokenHash: hashToken(token),
      userAgent,
      address,
      createdAt: now(),
      seenAt: now(),
      expiresAt: expiry(now()),
    })
    return token
  })
}

const { id: sessionId, seenAt, createdAt: startedAt, tokenHash } = getTableColumns(sessions)

const sessionsByHash = prepared(db =>
  db
    .select({ sessionId, seenAt, startedAt, tokenHash, userId: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAmong(sessions.tokenHash, 'hashes'), gt(sessions.expiresAt, sql.placeholder('time'))))
    .prepare(),
)

/** One statement finds the sessions of all requests in one tick, since these reads dominate the cost of a short call. */
const findSessionByHash = batched(async ({ db, now }: Pick<Context, 'db' | 'now'>, hashes: string[]) => {
  const rows = await sessionsByHash(db).execute({ hashes: JSON.stringify(hashes), time: now() })
  return hashes.map(hash => rows.find(row => row.tokenHash === hash))
})

type Session = Pick<UserContext, 'userId' | 'role' | 'sessionId'>

/** Returns the valid session of a token, with the user's current role. */
export async function readSession(ctx: Context, token: string): Promise<Session | undefined> {
  const found = await findSessionByHash(ctx, hashToken(token))
  if (!found) return undefined
  const { seenAt, startedAt, tokenHash: _, ...session } = found
  await extend(ctx, session.sessionId, { seenAt, startedAt })
  return session
}

async function extend(
  { db, now }: Context,
  sessionId: string,
  { seenAt, startedAt }: { seenAt: Date; startedAt: Date },
): Promise<void> {
  const time = now()
  if (time.getTime() - seenAt.getTime() < EXTEND_EVERY_MS) return
  await db
    .update(sessions)
    .set({ seenAt: time, expiresAt: expiry(time, startedAt) })
    .where(and(eq(sessions.id, sessionId), eq(sessions.seenAt, seenAt)))
}

const findAlive = prepared(db =>
  db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(and(isAmong(sessions.id), gt(sessions.expiresAt, sql.placeholder('time'))))
    .prepare(),
)

/**
 * Returns whether a session is still valid. One statement serves all browsers that an event reaches, which ask in the same
 * tick.
 */
export const isSessionAlive = batched(
  async ({ db, now }: Pick<Context, 'db' | 'now'>, asked: Pick<Session, 'sessionId' | 'userId'>[]) => {
    const ids = JSON.stringify(asked.map(({ sessionId }) => sessionId))
    const alive = new Map(
      (await findAlive(db).execute({ ids, time: now() })).map(({ id, userId }) => [id, userId]),
    )
    return asked.map(({ sessionId, userId }) => alive.get(sessionId) === userId)
  },
)

export async function endSession({ db, userId, sessionId }: UserContext): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
}

/** Returns the user's valid sessions, the current one first, others by last use. */
export async function listSessions({ db, now, userId, sessionId }: UserContext): Promise<SessionItem[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.seenAt), desc(sessions.createdAt))
  return rows.map(({ id, userAgent, address, createdAt, seenAt }) => ({
    _id: id,
    device: deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isCurrent: id === sessionId,
  }))
}

/** Ends a session of the user. @throws {DomainError} `not_found`, also for another user's session */
export async function endOneSession({ db, userId }: UserContext, id: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new DomainError('not_found', 'This session has already ended.')
}

/** Ends the user's other sessions. @returns the number of ended sessions */
export async function endOtherSessions({ db, userId, sessionId }: Inside<UserContext>): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return ended.length
}

/**
 * Ends all access that somebody may have by a user's former credentials: sessions except one, reset links and an unconfirmed new
 * e-mail.
 */
export async function endAccess({ db }: Inside<Context>, userId: string, keptId?: string): Promise<void> {
  const isKept = keptId === undefined ? undefined : ne(sessions.id, keptId)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isKept))
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

export async function readUser({ db, userId }: Pick<Inside<UserContext>, 'db' | 'userId'>): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new DomainError('unauthenticated', 'Please sign in to continue.')
  return user
}

export async function sweepSessions({ db, now }: Context): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now()))
}

const expiry = (seenAt: Date, startedAt = seenAt) =>
  new Date(Math.min(seenAt.getTime() + LIFETIME_MS, startedAt.getTime() + MAX_AGE_MS))

/** Returns a readable name for a user agent, such as `Chrome on Android`. */
function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent)
  const system = os.name
  if (!browser.name) return system ? `Browser on ${system}` : 'Unknown browser'
  return system ? `${browser.name} on ${system}` : browser.name
}
