import { and, desc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { UNREAD_COLUMNS } from '#api/posts/export-posts.ts'
import { textRulesOf, tagTexts } from '#api/posts/post/texts.ts'
import { readPosts } from '#api/posts/read-posts.ts'
import { mapYielding } from '#api/runtime/map-yielding.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { coverIds } from '#shared/posts/extras.ts'
import type { TextRules } from '#shared/posts/fields.ts'
import {
  filesOf,
  IMPORT_MESSAGES,
  type ImportChange,
  type ImportedPost,
  type ImportProblem,
  type ImportSettings,
} from '#shared/posts/imports.ts'
import { CHANGEABLE_STATES, type Delivery, type DeliveryState, type Post } from '#shared/posts/posts.ts'
import { onOneLine } from '#shared/text/characters.ts'
import type { ImportRecord, NewRow } from './read-imports.ts'
import type { CheckedRow } from './rows/check-rows.ts'
import { mediaIdOf } from './rows/file-links.ts'

/** Prefix of the posts' idempotency keys; each row's key follows. */
export const POST_KEY = 'import:'

/** A row of an earlier import of the business that became a post. */
type EarlierRow = {
  postId: string
  line: number
  post: ImportedPost
  fileName: string
  headers: readonly string[]
}

/** Maximum number of earlier rows that are compared. */
const MAX_EARLIER = 2000
/** A text of an export that is this long may be cut: an XLSX cell has at most 32,767 characters. */
const CUT_CHARS = 32_766

type ComparedImport = {
  record: Pick<ImportRecord, 'id' | 'domainId' | 'fileName' | 'headers'>
  /** Number of columns in the file. Corrections may have added more, in which an empty cell has no meaning. */
  fileColumns: number
  settings: ImportSettings
}

/** Matches rows with the posts of earlier imports and of exports, and lists what the rows would change in them. */
export async function compareWithPosts(
  ctx: UserContext,
  rows: CheckedRow[],
  { record, settings, fileColumns }: ComparedImport,
): Promise<NewRow[]> {
  const { domainId } = record
  const [known, earlier, domain, accounts] = await Promise.all([
    findKnownPosts(ctx, domainId, rows),
    readEarlierRows(ctx, record),
    getDomain(ctx, domainId),
    connectedAccounts(ctx, domainId),
  ])
  const rules = textRulesOf(domain, accounts)
  const taken = new Set(known.values())
  const open = earlier.filter(({ postId }) => !taken.has(postId))
  const ids = [...taken, ...open.map(({ postId }) => postId)]
  const byId = await readPostsById(ctx, domainId, ids)
  const corrected = await matchCorrected(
    rows.filter(row => row.state === 'ready' && row.id === '' && !known.has(row)),
    open.filter(({ postId }) => isChangeablePost(byId.get(postId))),
    record,
  )
  const earlierById = new Map(earlier.map(each => [each.postId, each]))
  return mapYielding(rows, row => {
    const postId = known.get(row) ?? corrected.get(row)?.postId
    const isExtended = row.cells.slice(fileColumns).some(Boolean)
    const comparing = {
      settings: isExtended ? settings : { ...settings, columns: settings.columns.slice(0, fileColumns) },
      rules,
      publicUrl: ctx.config.publicUrl,
      earlier: postId === undefined ? undefined : earlierById.get(postId),
    }
    const post = postId === undefined ? undefined : byId.get(postId)
    const result = toMatchedRow(row, { postId, post, mayBeNew: corrected.has(row), comparing })
    const unread = row.state === 'skipped' ? [] : warnOfUnreadParts(row.cells, record.headers, post)
    return { ...result, problems: [...(result.problems ?? []), ...unread] }
  })
}

/** Warns about cells of an export that an import doesn't read: those that a new post lacks, and those that differ from the post. */
function warnOfUnreadParts(
  cells: readonly string[],
  headers: readonly string[],
  post: Post | undefined,
): ImportProblem[] {
  return UNREAD_COLUMNS.flatMap(([name, valueOf]) => {
    const column = headers.indexOf(name)
    if (column === -1) return []
    const expected = post ? valueOf(post) : ''
    if (onOneLine(cells[column] ?? '') === onOneLine(expected)) return []
    const message = post ? IMPORT_MESSAGES.partKept : IMPORT_MESSAGES.partLost
    return [{ column, message, warning: true as const }]
  })
}

type Match = {
  postId: string | undefined
  post: Post | undefined
  mayBeNew: boolean
  comparing: CompareRules
}

/** Returns the row as it is saved: with its post, and the changes that it would make to that post. */
function toMatchedRow(checked: CheckedRow, { postId, post, mayBeNew, comparing }: Match): NewRow {
  const { id: _, ...row } = checked
  if (postId === undefined || row.state === 'skipped') return { ...row, postId: null }
  if (row.state === 'known') return { ...row, postId }
  if (!isChangeablePost(post)) return { ...row, postId, state: 'known', problems: [] }
  if (!row.post) return { ...row, postId }
  const list = listChanges(row.post, post, comparing)
  if (list.length === 0) return { ...row, postId, state: 'known', problems: [] }
  const hasNewFiles = list.some(({ field }) => field === 'pictures' || field === 'cover')
  return {
    ...row,
    postId,
    state: 'changed',
    post: {
      ...row.post,
      ...(!hasNewFiles && { platforms: withFilesOf(row.post, post, comparing.settings) }),
      change: { version: post.version, list, mayBeNew },
    },
    mediaIds: hasNewFiles ? [] : coverLast(post).map(({ _id }) => _id),
  }
}

/** Keeps a network's choice of files unless the spreadsheet has a column for it. */
const withFilesOf = ({ platforms }: ImportedPost, post: Post, { columns }: ImportSettings) =>
  platforms.map(one => {
    const positions = positionsOf(post, one.platform)
    return columns.includes(filesOf(one.platform)) || !positions ? one : { ...one, media: positions }
  })

/**
 * Returns the positions of the files that the author chose for a network, in the order of `coverLast`; undefined if it gets all
 * that it accepts.
 */
function positionsOf(post: Post, platform: NetworkId): number[] | undefined {
  const files = coverLast(post)
  return post.deliveries
    .find(({ network }) => network === platform)
    ?.mediaPositions?.flatMap(position => post.media[position] ?? [])
    .map(file => files.indexOf(file))
}

/** Returns a post's files in the order of a row, in which the cover of a video is last because it has a cell of its own. */
function coverLast(post: Post) {
  const shown = shownFiles(post)
  return [...shown, ...post.media.filter(file => !shown.includes(file))]
}

/** Finds posts of the business by the import key of a row, or by the post id in a row of an exported spreadsheet. */
async function findKnownPosts(
  ctx: UserContext,
  domainId: string,
  rows: readonly CheckedRow[],
): Promise<Map<CheckedRow, string>> {
  const keys = rows.flatMap(({ key }) => (key ? [POST_KEY + key] : []))
  const ids = rows.flatMap(({ id }) => (id ? [id] : []))
  const found = await ctx.db
    .select({ id: posts.id, key: posts.idempotencyKey })
    .from(posts)
    .where(
      and(
        eq(posts.domainId, domainId),
        isAllowedIn(ctx, posts.domainId, 'publish'),
        or(inArray(posts.idempotencyKey, keys), inArray(posts.id, ids)),
      ),
    )
  const byId = new Set(found.map(({ id }) => id))
  const byKey = new Map(found.map(({ id, key }) => [key, id]))
  return new Map(
    rows.flatMap(row => {
      const postId = byKey.get(POST_KEY + (row.key ?? '')) ?? (byId.has(row.id) ? row.id : undefined)
      return postId === undefined ? [] : [[row, postId]]
    }),
  )
}

/** Returns the latest row of each post that earlier imports made, the latest first. */
async function readEarlierRows({ db }: UserContext, { id, domainId }: { id: string; domainId: string }) {
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
      latest.set(row.postId, { ...row, postId: row.postId, post: row.post })
  return [...latest.values()]
}

const uncanceled = ({ deliveries }: Post): Delivery[] =>
  deliveries.filter(({ state }) => state !== 'canceled')

/** Returns true unless one of the post's networks is publishing or has published it, or all are cancelled. */
function isChangeablePost(post: Post | undefined): post is Post {
  const states: readonly DeliveryState[] = CHANGEABLE_STATES
  const deliveries = post ? uncanceled(post) : []
  return deliveries.length > 0 && deliveries.every(({ state }) => states.includes(state))
}

export async function readPostsById(
  ctx: UserContext,
  domainId: string,
  ids: readonly string[],
): Promise<Map<string, Post>> {
  const found = await readPosts(ctx, [...new Set(ids)])
  return new Map(found.filter(post => post.domainId === domainId).map(post => [post._id, post]))
}

type CompareRules = {
  settings: ImportSettings
  rules: TextRules
  publicUrl: string
  earlier: EarlierRow | undefined
}

/** Lists the changes that a row would make to a known post. Leaves out fields for which the file has no column. */
function listChanges(row: ImportedPost, post: Post, comparing: CompareRules): ImportChange[] {
  const { columns } = comparing.settings
  const has = (part: string) => columns.some(column => column?.toLowerCase().includes(part))
  const changes: ImportChange[] = []
  const add = (field: ImportChange['field'], before: string, after: string) => {
    if (before !== after) changes.push({ field, before, after })
  }
  const seconds = (instant: string | number) => new Date(Math.floor(Number(instant)) * 1000).toISOString()
  if (!post.approval?.whenApproved)
    add('date', seconds(Date.parse(post.publishAt) / 1000), seconds(row.publishAt))
  const before = uncanceled(post)
  const names = (ids: readonly string[]) => ids.toSorted().join(', ')
  add(
    'networks',
    names(before.map(({ network }) => network)),
    names(row.platforms.map(platform => platform.platform)),
  )
  for (const { platform, message, firstComment, media } of row.platforms) {
    const delivery = before.find(({ network }) => network === platform)
    if (!delivery) continue
    const [tagged] = tagTexts([{ platform, message, firstComment }], comparing.rules)
    if (!isSameText(delivery.message, message, tagged?.message)) add('text', delivery.message, message)
    const comment = delivery.firstComment?.message ?? ''
    const files = positionsOf(post, platform)
    if (columns.includes(filesOf(platform)) && files?.join() !== media?.join())
      add('pictures', describeFiles(platform, files), describeFiles(platform, media))
    if (has('comment') && !isSameText(comment, firstComment ?? '', tagged?.firstComment))
      add('firstComment', comment, firstComment ?? '')
  }
  if (has('labels')) add('labels', (post.labels ?? []).join(', '), (row.labels ?? []).join(', '))
  if (has('alttexts')) {
    const shown = shownFiles(post)
    const alts = (texts: readonly string[]) => shown.map((_, at) => texts[at] ?? '').join(' | ')
    add('altTexts', alts(shown.map(({ altText }) => altText)), alts(row.altTexts))
  }
  if (has('pictures') && !hasSamePictures(row, post, comparing))
    add(
      'pictures',
      shownFiles(post)
        .map(({ name }) => name)
        .join(', '),
      picturesOf(row).join(' ') || 'none',
    )
  // Without the files, there is no video to which the cover could be added.
  if (has('cover') && has('pictures') && !hasSameCover(row, post, comparing))
    add(
      'cover',
      describeCover(post),
      row.cover === 'picture' ? (row.pictures.at(-1) ?? '') : coverMoment(row.cover),
    )
  if (has('place'))
    add('place', before.some(({ extras }) => extras?.place) ? 'yes' : 'no', row.place ? 'yes' : 'no')
  return changes.filter(
    (change, at) =>
      changes.findIndex(({ field, after }) => field === change.field && after === change.after) === at,
  )
}

function describeFiles(platform: NetworkId, positions?: readonly number[]) {
  const numbers = positions?.map(at => at + 1).join(', ')
  return `${networks[platform].name}: ${numbers ? `files ${numbers}` : positions ? 'no files' : 'all files'}`
}

const isSameText = (current: string, text: string, tagged = text) =>
  [text, tagged].some(each => each.trim() === current.trim()) ||
  (text.length >= CUT_CHARS && current.trim().startsWith(text.trim()))

/** Compares links of our own by their files, and other links with those of the import that created the post. */
function hasSamePictures(row: ImportedPost, post: Post, { earlier, publicUrl }: CompareRules): boolean {
  const [pictures, shown] = [picturesOf(row), shownFiles(post)]
  if (pictures.length !== shown.length && (pictures.length === 0 || earlier))
    return pictures.length === 0 && shown.length === 0
  const ids = pictures.map(url => mediaIdOf(publicUrl, url))
  if (ids.every(id => id !== undefined)) return ids.join() === shown.map(({ _id }) => _id).join()
  // The links are unknown for a post that wasn't imported.
  return !earlier || JSON.stringify(picturesOf(earlier.post)) === JSON.stringify(pictures)
}

/** Returns a row's files without the cover of its video. */
const picturesOf = ({ pictures, cover }: ImportedPost) =>
  cover === 'picture' ? pictures.slice(0, -1) : pictures

const extrasOf = (post: Post) => uncanceled(post).map(({ extras }) => extras)

function shownFiles(post: Post) {
  const covers = coverIds(extrasOf(post))
  return post.media.filter(({ _id }) => !covers.includes(_id))
}

const coverMsOf = (post: Post) => extrasOf(post).find(extras => extras?.coverMs !== undefined)?.coverMs

const coverMoment = (cover: number | undefined) => (cover === undefined ? '' : `${cover / 1000} s`)

function describeCover(post: Post): string {
  const [id] = coverIds(extrasOf(post))
  return post.media.find(({ _id }) => _id === id)?.name ?? coverMoment(coverMsOf(post))
}

function hasSameCover({ cover, pictures }: ImportedPost, post: Post, { earlier, publicUrl }: CompareRules) {
  const [id] = coverIds(extrasOf(post))
  if (cover !== 'picture') return id === undefined && coverMsOf(post) === cover
  const url = pictures.at(-1) ?? ''
  const own = mediaIdOf(publicUrl, url)
  if (own !== undefined || id === undefined) return own === id
  return !earlier || (earlier.post.cover === 'picture' && earlier.post.pictures.at(-1) === url)
}

/**
 * Matches rows with the earlier ones that they correct. A row corrects one that has most of the content in common and is in a file
 * of the same name, or on the same line of a file with the same columns. Matches each post at most once.
 */
async function matchCorrected(
  rows: readonly CheckedRow[],
  earlier: readonly EarlierRow[],
  { fileName, headers }: { fileName: string; headers: readonly string[] },
): Promise<Map<CheckedRow, EarlierRow>> {
  const names = headers.join('\n')
  const others = earlier.map(other => ({
    other,
    traits: traitsOf(other.post),
    isSameFile: other.fileName === fileName,
    hasSameColumns: other.headers.join('\n') === names,
  }))
  const pairs = await mapYielding(rows, row => {
    if (!row.post) return []
    const traits = traitsOf(row.post)
    return others
      .flatMap(({ other, traits: theirs, isSameFile, hasSameColumns }) => {
        const isSameLine = other.line === row.line
        if (!isSameFile && !(isSameLine && hasSameColumns)) return []
        const score = similarity(traits, theirs) + (isSameLine ? 1 : 0)
        return score >= MIN_SIMILARITY ? [{ row, other, score }] : []
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_CANDIDATES)
  })
  const matched = new Map<CheckedRow, EarlierRow>()
  const taken = new Set<string>()
  for (const { row, other } of pairs.flat().toSorted((a, b) => b.score - a.score)) {
    if (matched.has(row) || taken.has(other.postId)) continue
    matched.set(row, other)
    taken.add(other.postId)
  }
  return matched
}

/** Reached if two of time, text and files are the same, or one of them with both networks and line. */
const MIN_SIMILARITY = 4
/** Maximum earlier rows among which a row's match is chosen. */
const MAX_CANDIDATES = 20

type Traits = ReturnType<typeof traitsOf>

const traitsOf = ({ publishAt, platforms, pictures }: ImportedPost) => ({
  publishAt,
  texts: platforms.map(({ message }) => message),
  networks: platforms.map(({ platform }) => platform).join(),
  pictures: pictures.join(),
})

const similarity = (a: Traits, b: Traits): number =>
  (a.publishAt === b.publishAt ? 2 : 0) +
  (a.texts.some(text => b.texts.includes(text)) ? 2 : 0) +
  (a.pictures !== '' && a.pictures === b.pictures ? 2 : 0) +
  (a.networks === b.networks ? 1 : 0)
