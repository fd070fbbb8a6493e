import { and, eq, gt, lte } from 'drizzle-orm'

import type { Context, RequestContext, UserContext } from '#api/context.ts'
import { hashToken, newToken } from '#api/crypto/secrets.ts'
import { sessions, users } from './table.ts'

const LIFETIME_MS = 30 * 24 * 60 * 60_000
/** A session is extended by use; its row is written at most this often. */
const EXTEND_EVERY_MS = 60 * 60_000

/** The token of a new session: it is given out once and kept as a hash only. */
export async function createSession(
  { db, now, address, userAgent }: RequestContext,
  userId: string,
): Promise<string> {
  const token = newToken()
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
}

/** Whose living session this token is. The role is the person's present one. */
export async function readSession(
  { db, now }: Context,
  token: string,
): Promise<Pick<UserContext, 'userId' | 'role' | 'sessionId'> | undefined> {
  const time = now()
  const [session] = await db
    .select({ sessionId: sessions.id, userId: users.id, role: users.role, seenAt: sessions.seenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, time)))
  if (!session) return undefined

  const { seenAt, ...found } = session
  if (time.getTime() - seenAt.getTime() >= EXTEND_EVERY_MS) {
    await db
      .update(sessions)
      .set({ seenAt: time, expiresAt: expiry(time) })
      .where(and(eq(sessions.id, found.sessionId), eq(sessions.seenAt, seenAt)))
  }
  return found
}

/** Whether a session that was read a while ago still lives. */
export async function isSessionAlive(
  { db, now }: Context,
  { sessionId, userId }: Pick<UserContext, 'sessionId' | 'userId'>,
): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
  return session !== undefined
}

export async function endSession({ db, userId, sessionId }: UserContext): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
}

export async function sweepSessions({ db, now }: Context): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now()))
}

const expiry = (from: Date) => new Date(from.getTime() + LIFETIME_MS)
