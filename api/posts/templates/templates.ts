import { and, asc, count, eq, lt, or, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { templates } from '#api/db/schema/posts/templates.ts'
import { DomainError } from '#api/errors.ts'
import {
  MAX_TEMPLATES,
  type SaveTemplate,
  TEMPLATE_MESSAGES,
  type Template,
} from '#shared/posts/templates.ts'

/** Returns the user's templates, ordered by name. */
export async function listTemplates({ db, userId }: UserContext): Promise<Template[]> {
  const rows = await db
    .select()
    .from(templates)
    .where(eq(templates.userId, userId))
    .orderBy(asc(sql`lower(${templates.name})`), asc(templates.id))
  return rows.map(toTemplate)
}

/**
 * Creates the template with this id, or updates it.
 * @throws {DomainError} `conflict` when the user has too many
 */
export async function saveTemplate(ctx: UserContext, id: string, input: SaveTemplate): Promise<Template> {
  const { db, userId, now } = ctx
  const owned = db.select({ n: count() }).from(templates).where(eq(templates.userId, userId))
  const known = db.select({ n: count() }).from(templates).where(ownTemplate(ctx, id))
  const [row] = await insertMany(
    db,
    templates,
    { id, userId, name: input.name, text: input.text, createdAt: now(), updatedAt: now() },
    sql`where ${or(lt(sql`(${owned})`, MAX_TEMPLATES), eq(sql`(${known})`, 1))}`,
  )
    .onConflictDoUpdate({
      target: templates.id,
      set: { name: input.name, text: input.text, updatedAt: now() },
      setWhere: eq(templates.userId, userId),
    })
    .returning()
  if (row) return toTemplate(row)
  const [{ n } = { n: 0 }] = await owned
  throw n < MAX_TEMPLATES ? notFound() : new DomainError('conflict', TEMPLATE_MESSAGES.tooMany)
}

export async function deleteTemplate(ctx: UserContext, id: string): Promise<void> {
  const [row] = await ctx.db.delete(templates).where(ownTemplate(ctx, id)).returning({ id: templates.id })
  if (!row) throw notFound()
}

const ownTemplate = ({ userId }: UserContext, id: string) =>
  and(eq(templates.id, id), eq(templates.userId, userId))

const notFound = () => new DomainError('not_found', TEMPLATE_MESSAGES.gone)

const toTemplate = ({ id, name, text, updatedAt }: typeof templates.$inferSelect): Template => ({
  _id: id,
  name,
  text,
  updatedAt: updatedAt.toISOString(),
})
