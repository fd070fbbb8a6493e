import { makeZip } from 'client-zip'
import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm'

import { readUser } from '#api/auth/sessions/sessions.ts'
import type { Context, UserContext } from '#api/context.ts'
import { exportTickets } from '#api/db/schema/people/personal-data.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { pictureKey } from '#api/settings/profile.ts'
import { brand } from '#shared/brand.ts'
import { belongsTo, type Part, PARTS, type Person } from './parts.ts'

const PAGE_SIZE = 200
const PIECE_BYTES = 1024 * 1024
const TICKET_MS = 60_000

type ExportedFile = {
  name: string
  input: AsyncIterable<string | Uint8Array<ArrayBuffer>> | string
  lastModified: Date
}

/** Streams all of a user's data as a zip, in constant memory. */
export async function exportOf(ctx: Context, userId: string): Promise<ReadableStream<Uint8Array>> {
  const user = await readUser({ db: ctx.db, userId })
  return closeQuietly(makeZip(filesOf(ctx, user)))
}

/** Closes the zip's stream when the client disconnects, and ignores the error that this causes. */
function closeQuietly(zip: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = zip.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => reader.cancel().catch(() => undefined),
  })
}

async function* filesOf(ctx: Context, user: Person & { profileImage: string | null }) {
  const lastModified = ctx.now()
  yield { name: 'README.txt', input: readme(lastModified), lastModified } satisfies ExportedFile
  for (const part of PARTS) {
    yield { name: `${part.file}.json`, input: rowsOf(ctx, part, user), lastModified } satisfies ExportedFile
  }
  if (user.profileImage) {
    const key = pictureKey(user.profileImage)
    const file = await ctx.storage.read(key)
    if (file) yield { name: key, input: piecesOf(ctx, key, file.size), lastModified } satisfies ExportedFile
  }
  for await (const { id, key, createdAt } of mediaOf(ctx, user)) {
    // A slow download can take hours, in which its reader may be removed from a business.
    const isTheirs = async () =>
      (await ctx.db.$count(media, and(eq(media.id, id), belongsTo(media, user.id)))) > 0
    const file = (await isTheirs()) && (await ctx.storage.read(key))
    if (file)
      yield {
        name: `media/${key}`,
        input: piecesOf(ctx, key, file.size, isTheirs),
        lastModified: createdAt,
      } satisfies ExportedFile
  }
}

/** Yields a file at the client's pace, because Bun's stream of a file reads ahead of a slow browser. */
async function* piecesOf(
  { storage }: Context,
  key: string,
  size: number,
  isTheirs: () => Promise<boolean> = async () => true,
) {
  for (let start = 0; start < size; start += PIECE_BYTES) {
    if (!(await isTheirs())) throw new Error('The user lost access to a file while it was being downloaded')
    const piece = await storage.read(key, start, Math.min(start + PIECE_BYTES, size))
    if (!piece) throw new Error('A file was deleted while it was being downloaded')
    yield await (await piece.blob()).bytes()
  }
}

/** Yields a table's rows as a JSON list, a few at a time, in the table's order. */
async function* rowsOf(ctx: Context, { table, omit, isTheirs }: Part, person: Person) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !omit.includes(name))
  const position = sql<number>`${table}.rowid`
  let last = -1
  let isFirst = true
  yield '['
  for (;;) {
    const rows = await ctx.db
      .select({ ...Object.fromEntries(columns), position: position.as('position') })
      .from(table)
      .where(and(isTheirs(ctx, person), gt(position, last)))
      .orderBy(asc(position))
      .limit(PAGE_SIZE)
    for (const { position, ...row } of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
      last = position
    }
    if (rows.length < PAGE_SIZE) break
  }
  yield '\n]\n'
}

async function* mediaOf({ db }: Context, { id }: Person) {
  let last = ''
  for (;;) {
    const rows = await db
      .select({ id: media.id, key: media.key, createdAt: media.createdAt })
      .from(media)
      .where(and(belongsTo(media, id), gt(media.id, last)))
      .orderBy(asc(media.id))
      .limit(PAGE_SIZE)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < PAGE_SIZE) return
    last = end.id
  }
}

/** Returns a URL for one download within a minute, so that a browser can save it as a stream. */
export async function createExportLink(ctx: UserContext): Promise<string> {
  await limit(ctx, { ...LIMITS.exportData, key: ctx.userId })
  const ticket = newToken()
  await ctx.db.insert(exportTickets).values({
    ticketHash: hashToken(ticket),
    userId: ctx.userId,
    expiresAt: new Date(ctx.now().getTime() + TICKET_MS),
  })
  return `${ctx.config.publicUrl}/api/users/export?ticket=${ticket}`
}

/**
 * Consumes a download ticket and returns its user's id.
 * @throws {DomainError} `forbidden` for an unknown, expired or used ticket
 */
export async function consumeTicket({ db, now }: Context, ticket: string): Promise<string> {
  const [ticketRow] = await db
    .delete(exportTickets)
    .where(and(eq(exportTickets.ticketHash, hashToken(ticket)), gt(exportTickets.expiresAt, now())))
    .returning({ userId: exportTickets.userId })
  if (!ticketRow)
    throw new DomainError(
      'forbidden',
      'This download link has been used or has expired. Please ask for a new one.',
    )
  return ticketRow.userId
}

export async function sweepExportTickets({ db, now }: Context): Promise<void> {
  await db.delete(exportTickets).where(lte(exportTickets.expiresAt, now()))
}

/** Returns the README of a download. */
export const readme = (at: Date) => `Your data at ${brand.siteName}, as of ${at.toISOString()}

Each .json file is a list of what we keep about you, one entry per line. Times are in UTC.
profile/ holds your profile picture, media/ the pictures and videos that you uploaded; media.json and
post-media.json say which belong to which post.

Passwords, tokens and codes are not included, because anybody who got this file could use them. We store them only as
hashes or encrypted.

Questions: ${brand.email}
`
