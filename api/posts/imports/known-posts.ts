import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { readPosts } from '#api/posts/posts.ts'
import { tagTexts } from '#api/posts/tag-texts.ts'
import type { ImportChange, ImportSettings } from '#shared/posts/imports.ts'
import type { LinkTags } from '#shared/posts/link-tags.ts'
import { CHANGEABLE_STATES, type Delivery, type DeliveryState, type Post } from '#shared/posts/posts.ts'
import { mediaIdOf } from './own-media.ts'
import type { CheckedRow } from './rows/check-rows.ts'
import type { ImportedPost } from './rows/read-row.ts'

/** A row of an earlier import of the business that became a post. */
export type EarlierRow = {
  postId: string
  line: number
  post: ImportedPost
  fileName: string
  headers: readonly string[]
}

/** Maximum number of rows that are compared with. */
const MAX_EARLIER = 2000
/** A text of an export that is this long may be cut: an XLSX cell has at most 32,767 characters. */
const CUT_CHARS = 32_766

/** Returns the latest row of each post that earlier imports made, the latest first. */
export async function earlierRows(
  { db }: UserContext,
  { id, domainId }: { id: string; domainId: string },
): Promise<EarlierRow[]> {
  const rows = await db
    .select({
      postId: importRows.postId,
      line: importRows.line,
      post: importRows.post,
      fileName: imports.fileName,
      headers: imports.headers,
    })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .where(
      and(
        eq(imports.domainId, domainId),
        ne(imports.id, id),
        isNotNull(importRows.postId),
        isNotNull(importRows.post),
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(MAX_EARLIER)
  const latest = new Map<string, EarlierRow>()
  for (const row of rows)
    if (row.postId && row.post && !latest.has(row.postId))
      latest.set(row.postId, { ...row, postId: row.postId, post: row.post as unknown as ImportedPost })
  return [...latest.values()]
}

const uncancelled = ({ deliveries }: Post): Delivery[] =>
  deliveries.filter(({ state }) => state !== 'canceled')

/** Returns true unless one of the post's networks is publishing or has published it, or all are cancelled. */
export function isChangeablePost(post: Post | undefined): post is Post {
  const states: readonly DeliveryState[] = CHANGEABLE_STATES
  const deliveries = post ? uncancelled(post) : []
  return deliveries.length > 0 && deliveries.every(({ state }) => states.includes(state))
}

/** Reads posts of the business by their ids. */
export async function postsById(
  ctx: UserContext,
  domainId: string,
  ids: readonly string[],
): Promise<Map<string, Post>> {
  const found = await readPosts(ctx, [...new Set(ids)])
  return new Map(found.filter(post => post.domainId === domainId).map(post => [post._id, post]))
}

type Comparing = {
  settings: ImportSettings
  linkTags: LinkTags | null | undefined
  publicUrl: string
  earlier: EarlierRow | undefined
}

/** Lists what a row would change in a known post. Leaves out what the file has no column for. */
export function changesOf(row: ImportedPost, post: Post, comparing: Comparing): ImportChange[] {
  const { columns } = comparing.settings
  const has = (part: string) => columns.some(column => column?.toLowerCase().includes(part))
  const changes: ImportChange[] = []
  const add = (field: ImportChange['field'], before: string, after: string) => {
    if (before !== after) changes.push({ field, before, after })
  }
  const seconds = (instant: string | number) => new Date(Math.floor(Number(instant)) * 1000).toISOString()
  if (!post.approval?.whenApproved)
    add('date', seconds(Date.parse(post.publishAt) / 1000), seconds(row.publishAt))
  const before = uncancelled(post)
  const names = (networks: readonly string[]) => networks.toSorted().join(', ')
  add(
    'networks',
    names(before.map(({ network }) => network)),
    names(row.platforms.map(each => each.platform)),
  )
  for (const { platform, message, firstComment } of row.platforms) {
    const delivery = before.find(({ network }) => network === platform)
    if (!delivery) continue
    const [tagged] = tagTexts([{ platform, message, firstComment }], comparing.linkTags)
    if (!isSame(delivery.message, message, tagged?.message)) add('text', delivery.message, message)
    const comment = delivery.firstComment?.message ?? ''
    if (has('comment') && !isSame(comment, firstComment ?? '', tagged?.firstComment))
      add('firstComment', comment, firstComment ?? '')
  }
  if (has('labels')) add('labels', (post.labels ?? []).join(', '), (row.labels ?? []).join(', '))
  if (has('alttexts')) {
    const alts = (texts: readonly string[]) => post.media.map((_, at) => texts[at] ?? '').join(' | ')
    add('altTexts', alts(post.media.map(({ altText }) => altText)), alts(row.altTexts))
  }
  if (has('pictures') && !hasSamePictures(row, post, comparing))
    add('pictures', post.media.map(({ name }) => name).join(', '), row.pictures.join(' ') || 'none')
  return changes.filter(
    (change, at) =>
      changes.findIndex(({ field, after }) => field === change.field && after === change.after) === at,
  )
}

const isSame = (current: string, text: string, tagged = text) =>
  [text, tagged].some(each => each.trim() === current.trim()) ||
  (text.length >= CUT_CHARS && current.trim().startsWith(text.trim()))

/** Compares links of our own by their files, and other links with those of the import that created the post. */
function hasSamePictures(row: ImportedPost, post: Post, { earlier, publicUrl }: Comparing): boolean {
  if (row.pictures.length !== post.media.length && (row.pictures.length === 0 || earlier))
    return row.pictures.length === 0 && post.media.length === 0
  const ids = row.pictures.map(url => mediaIdOf(publicUrl, url))
  if (ids.every(id => id !== undefined)) return ids.join() === post.media.map(({ _id }) => _id).join()
  // The links are unknown for a post that wasn't imported.
  return !earlier || JSON.stringify(earlier.post.pictures) === JSON.stringify(row.pictures)
}

/**
 * Matches rows with earlier ones that they correct: those of a file with the same name, or on the same line of a file with the
 * same columns, that have most of the content in common. Matches each post at most once.
 */
export function matchCorrected(
  rows: readonly CheckedRow[],
  earlier: readonly EarlierRow[],
  { fileName, headers }: { fileName: string; headers: readonly string[] },
): Map<CheckedRow, EarlierRow> {
  const pairs = rows.flatMap(row => {
    const { post } = row
    if (!post) return []
    return earlier.flatMap(other => {
      const isSameLine = other.line === row.line
      const isSameFile = other.fileName === fileName
      if (!isSameFile && !(isSameLine && other.headers.join('\n') === headers.join('\n'))) return []
      const score = likeness(post, other.post) + (isSameLine ? 1 : 0)
      return score >= MIN_LIKENESS ? [{ row, other, score }] : []
    })
  })
  const matched = new Map<CheckedRow, EarlierRow>()
  const taken = new Set<string>()
  for (const { row, other } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (matched.has(row) || taken.has(other.postId)) continue
    matched.set(row, other)
    taken.add(other.postId)
  }
  return matched
}

/** Reached if two of time, text and files are the same, or one of them with both networks and line. */
const MIN_LIKENESS = 4

function likeness(a: ImportedPost, b: ImportedPost): number {
  const textsOf = ({ platforms }: ImportedPost) => platforms.map(({ message }) => message)
  const networksOf = ({ platforms }: ImportedPost) => platforms.map(({ platform }) => platform).join()
  const isSameText = textsOf(a).some(text => textsOf(b).includes(text))
  const isSameMedia = a.pictures.length > 0 && a.pictures.join() === b.pictures.join()
  return (
    (a.publishAt === b.publishAt ? 2 : 0) +
    (isSameText ? 2 : 0) +
    (isSameMedia ? 2 : 0) +
    (networksOf(a) === networksOf(b) ? 1 : 0)
  )
}
