import { asc, eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { inboxNotes } from '#api/db/schema/businesses/inbox.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { type InboxNote, MAX_NOTES, NOTE_MESSAGES, type SaveNote } from '#shared/inbox.ts'
import { loadItem } from './list.ts'

/** Lists the notes about an item, oldest first. @throws {DomainError} as `loadItem` */
export async function listNotes(ctx: UserContext, itemId: string): Promise<InboxNote[]> {
  await loadItem(ctx, itemId)
  const rows = await ctx.db
    .select({ note: inboxNotes, fullname: users.fullname })
    .from(inboxNotes)
    .leftJoin(users, eq(users.id, inboxNotes.userId))
    .where(eq(inboxNotes.itemId, itemId))
    .orderBy(asc(inboxNotes.createdAt), asc(inboxNotes.id))
  return rows.map(({ note, fullname }) => ({
    _id: note.id,
    text: note.text,
    createdAt: note.createdAt.toISOString(),
    by: note.userId ? { _id: note.userId, fullname: fullname ?? '' } : null,
    isYours: note.userId === ctx.userId,
  }))
}

type NoteKey = { itemId: string; id: string }

/**
 * Saves a note under an id that the client generates, or changes the caller’s own one.
 * @throws {DomainError} `not_found` for somebody else’s note; `conflict` if there are too many; otherwise as `loadItem`
 */
export const saveNote = (ctx: UserContext, { itemId, id }: NoteKey, { text }: SaveNote): Promise<void> =>
  write(ctx, async ctx => {
    const { db, userId, now } = ctx
    const item = await loadItem(ctx, itemId, { permission: 'comment' })
    const [existing] = await db.select().from(inboxNotes).where(eq(inboxNotes.id, id))
    if (existing && (existing.userId !== userId || existing.itemId !== itemId)) throw noteNotFound()
    if (!existing && (await db.$count(inboxNotes, eq(inboxNotes.itemId, itemId))) >= MAX_NOTES)
      throw new DomainError('conflict', NOTE_MESSAGES.tooMany)
    await db
      .insert(inboxNotes)
      .values({ id, itemId, userId, text, createdAt: now() })
      .onConflictDoUpdate({ target: inboxNotes.id, set: { text } })
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
  })

/** Deletes the caller’s own note. @throws {DomainError} `not_found` for somebody else’s; otherwise as `loadItem` */
export const deleteNote = (ctx: UserContext, { itemId, id }: NoteKey): Promise<void> =>
  write(ctx, async ctx => {
    const item = await loadItem(ctx, itemId, { permission: 'comment' })
    const [existing] = await ctx.db.select().from(inboxNotes).where(eq(inboxNotes.id, id))
    if (existing?.userId !== ctx.userId || existing.itemId !== itemId) throw noteNotFound()
    await ctx.db.delete(inboxNotes).where(eq(inboxNotes.id, id))
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
  })

const noteNotFound = () => new DomainError('not_found', NOTE_MESSAGES.gone)
