import { and, eq } from 'drizzle-orm'

import { isAllowedIn, requireRole, roleIn } from '#api/auth/access/membership.ts'
import { requireActiveDomain, requireBusiness } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { hashtagSets, savedReplies, templates } from '#api/db/schema/posts/saved-texts.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  HASHTAG_SET_MESSAGES,
  MAX_SAVED_TEXTS,
  SAVED_REPLY_MESSAGES,
  type SavedText,
  type SaveText,
  TEMPLATE_MESSAGES,
} from '#shared/posts/saved-texts.ts'
import { compareNames } from '#shared/text/compare-names.ts'

type Row = Pick<typeof templates.$inferSelect, 'id' | 'name' | 'text' | 'updatedAt'>

const toSavedText = ({ id, name, text, updatedAt }: Row): SavedText => ({
  _id: id,
  name,
  text,
  updatedAt: updatedAt.toISOString(),
})

const byName = (rows: Row[]): SavedText[] =>
  rows.map(toSavedText).toSorted((a, b) => compareNames(a.name, b.name))

/** Returns the user's templates, ordered by name. */
export async function listTemplates({ db, userId }: UserContext): Promise<SavedText[]> {
  return byName(await db.select().from(templates).where(eq(templates.userId, userId)).orderBy(templates.id))
}

/**
 * Creates the template with this id, or updates it.
 * @throws {DomainError} `conflict` when the user has too many, `not_found` for somebody else's template
 */
export const saveTemplate = (ctx: UserContext, id: string, { name, text }: SaveText): Promise<SavedText> =>
  write(ctx, async ctx => {
    const { db, userId, now } = ctx
    const [known] = await db.select().from(templates).where(eq(templates.id, id))
    if (known && known.userId !== userId) throw noTemplate()
    if (!known && (await db.$count(templates, eq(templates.userId, userId))) >= MAX_SAVED_TEXTS)
      throw new DomainError('conflict', TEMPLATE_MESSAGES.tooMany)
    const changed = { name, text, updatedAt: now() }
    const saved = await db
      .insert(templates)
      .values({ id, userId, createdAt: now(), ...changed })
      .onConflictDoUpdate({ target: templates.id, set: changed })
      .returning()
    return toSavedText(onlyRow(saved))
  })

/** Deletes a template. @throws {DomainError} `not_found`, also for somebody else's template */
export const deleteTemplate = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ({ db, userId }) => {
    const [known] = await db.select().from(templates).where(eq(templates.id, id))
    if (known?.userId !== userId) throw noTemplate()
    await db.delete(templates).where(eq(templates.id, id))
  })

const noTemplate = () => new DomainError('not_found', TEMPLATE_MESSAGES.gone)

type Messages = { tooMany: string; gone: string }

/** Creates the functions for a table with saved texts of businesses. */
function businessTexts(table: typeof hashtagSets | typeof savedReplies, messages: Messages) {
  const noText = () => new DomainError('not_found', messages.gone)

  /**
   * Returns the text with this id; undefined if there is none.
   * @throws {DomainError} `not_found` for one of somebody else's business, `forbidden` if the caller may not write there
   */
  async function find(ctx: Inside<UserContext>, id: string) {
    const [known] = await ctx.db.select().from(table).where(eq(table.id, id))
    if (!known) return undefined
    const role = await roleIn(ctx, known.domainId)
    if (!role) throw noText()
    requireRole(role, 'write')
    return known
  }

  return {
    /** Lists the texts of the request's business, by name. */
    async list(ctx: UserContext): Promise<SavedText[]> {
      const domain = await requireActiveDomain(ctx)
      if (!domain) return []
      return byName(
        await ctx.db
          .select()
          .from(table)
          .where(and(eq(table.domainId, domain._id), isAllowedIn(ctx, table.domainId)))
          .orderBy(table.id),
      )
    },
    /**
     * Creates the text with this id in the request's business, or updates it wherever the user may write.
     * @throws {DomainError} `conflict` when the business has too many, `not_found` for one of somebody else's business
     */
    save: (ctx: UserContext, id: string, { name, text }: SaveText): Promise<SavedText> =>
      write(ctx, async ctx => {
        const domain = await requireBusiness(ctx, 'write')
        const known = await find(ctx, id)
        const ofDomain = eq(table.domainId, domain._id)
        if (!known && (await ctx.db.$count(table, ofDomain)) >= MAX_SAVED_TEXTS)
          throw new DomainError('conflict', messages.tooMany)
        const changed = { name, text, updatedAt: ctx.now() }
        const saved = await ctx.db
          .insert(table)
          .values({ id, domainId: domain._id, ...changed })
          .onConflictDoUpdate({ target: table.id, set: changed })
          .returning()
        return toSavedText(onlyRow(saved))
      }),
    /**
     * Deletes a text.
     * @throws {DomainError} `not_found`, also for a text of somebody else's business; `forbidden` without the permission
     */
    remove: (ctx: UserContext, id: string): Promise<void> =>
      write(ctx, async ctx => {
        if (!(await find(ctx, id))) throw noText()
        await ctx.db.delete(table).where(eq(table.id, id))
      }),
  }
}

export const hashtagSetTexts = businessTexts(hashtagSets, HASHTAG_SET_MESSAGES)
export const savedReplyTexts = businessTexts(savedReplies, SAVED_REPLY_MESSAGES)
