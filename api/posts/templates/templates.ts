import { eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { templates } from '#api/db/schema/posts/templates.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  MAX_TEMPLATES,
  type SaveTemplate,
  TEMPLATE_MESSAGES,
  type Template,
} from '#shared/posts/templates.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/** Returns the user's templates, ordered by name. */
export async function listTemplates({ db, userId }: UserContext): Promise<Template[]> {
  const rows = await db.select().from(templates).where(eq(templates.userId, userId)).orderBy(templates.id)
  return rows.map(toTemplate).toSorted((a, b) => compareNames(a.name, b.name))
}

/**
 * Creates the template with this id, or updates it.
 * @throws {DomainError} `conflict` when the user has too many, `not_found` for somebody else's template
 */
export const saveTemplate = (ctx: UserContext, id: string, { name, text }: SaveTemplate): Promise<Template> =>
  write(ctx, async ctx => {
    const { db, userId, now } = ctx
    const [known] = await db.select().from(templates).where(eq(templates.id, id))
    if (known && known.userId !== userId) throw notFound()
    if (!known && (await db.$count(templates, eq(templates.userId, userId))) >= MAX_TEMPLATES)
      throw new DomainError('conflict', TEMPLATE_MESSAGES.tooMany)
    const changed = { name, text, updatedAt: now() }
    const saved = await db
      .insert(templates)
      .values({ id, userId, createdAt: now(), ...changed })
      .onConflictDoUpdate({ target: templates.id, set: changed })
      .returning()
    return toTemplate(onlyRow(saved))
  })

/** @throws {DomainError} `not_found`, also for somebody else's template */
export const deleteTemplate = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ({ db, userId }) => {
    const [known] = await db.select().from(templates).where(eq(templates.id, id))
    if (known?.userId !== userId) throw notFound()
    await db.delete(templates).where(eq(templates.id, id))
  })

const notFound = () => new DomainError('not_found', TEMPLATE_MESSAGES.gone)

const toTemplate = ({ id, name, text, updatedAt }: typeof templates.$inferSelect): Template => ({
  _id: id,
  name,
  text,
  updatedAt: updatedAt.toISOString(),
})
