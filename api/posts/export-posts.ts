import { and, asc, eq, inArray, isNull } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { type DraftRow, draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { mediaItem } from '#api/media/media.ts'
import { type Column, listRows, streamSpreadsheet } from '#api/runtime/spreadsheet.ts'
import { acceptedPositions, fileKind, kindsOn } from '#shared/media/network-media.ts'
import { NETWORK_IDS, networks, type NetworkId, chosenNetworks } from '#shared/networks.ts'
import { describeExtras, recurrenceText } from '#shared/posts/describe-extras.ts'
import { commentFor, firstMessage, isStoryOn, messageFor } from '#shared/posts/draft-texts.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { coverIds, type PostExtras } from '#shared/posts/extras.ts'
import { COMMENTED_NETWORKS } from '#shared/posts/first-comments.ts'
import { filesOf, IMPORT_FIELD_NAMES as NAMES, NONE_CELL } from '#shared/posts/imports.ts'
import { isSameLabel } from '#shared/posts/labels.ts'
import type { ExportPosts, Delivery, Post } from '#shared/posts/posts.ts'
import { STATE_LABELS, stateLabel } from '#shared/posts/state-labels.ts'
import { isStory, storyLine } from '#shared/posts/stories.ts'
import { listPosts } from './lists.ts'

const PAGE_SIZE = 100

/** Columns that imports don't read. An import warns about each row that would lose or change their content. */
export const UNREAD_COLUMNS: Column<Exported>[] = [
  [
    'Repeats',
    ({ deliveries }) => perNetwork(deliveries, ({ extras }) => (extras ? recurrenceText(extras) : '')),
  ],
  [
    'Other parts',
    ({ deliveries, media }) => perNetwork(deliveries, ({ extras }) => otherParts(extras, media)),
  ],
]

/** Most columns are the template's, so that an export can be edited and imported again. The others are only in exports. */
export const EXPORT_COLUMNS: Column<Exported>[] = [
  [NAMES.id, post => post._id],
  [
    'State',
    ({ approval, deliveries }) =>
      perNetwork(deliveries, delivery =>
        stateLabel({ ...delivery, approved: approval?.state === 'approved' }),
      ) || STATE_LABELS.draft,
  ],
  [NAMES.networks, ({ deliveries }) => deliveries.map(nameOf).join(', ')],
  [NAMES.text, ({ deliveries, text = '' }) => deliveries[0]?.message ?? text],
  ...NETWORK_IDS.map((network): Column<Exported> => [
    NAMES[`${network}Text`],
    ({ deliveries }) => {
      const message = deliveries.find(delivery => delivery.network === network)?.message
      return message === undefined || message === deliveries[0]?.message ? '' : message
    },
  ]),
  [NAMES.postType, ({ deliveries }) => storyLine(deliveries)],
  [NAMES.date, post => localTimeOf(post).date],
  [NAMES.time, post => localTimeOf(post).time],
  [NAMES.timeZone, ({ timeZone }) => timeZone],
  [
    'Files',
    post =>
      shownFiles(post)
        .map(({ name }) => name)
        .join(', '),
  ],
  // Links for people, by which an import recognises the files without fetching them.
  [
    NAMES.pictures,
    post =>
      shownFiles(post)
        .map(({ url }) => url)
        .join(' '),
  ],
  [
    NAMES.altTexts,
    post => {
      const texts = shownFiles(post).map(({ altText }) => altText)
      return texts.some(Boolean) ? texts.map(text => text.replaceAll('|', '\\|')).join(' | ') : ''
    },
  ],
  ...NETWORK_IDS.map((network): Column<Exported> => [
    NAMES[filesOf(network)],
    post => {
      const positions = post.deliveries.find(delivery => delivery.network === network)?.mediaPositions
      const shown = shownFiles(post)
      if (!positions) return ''
      const files = positions.flatMap(position => post.media[position] ?? [])
      return files.map(file => shown.indexOf(file) + 1).join(', ') || NONE_CELL
    },
  ]),
  [NAMES.cover, coverOf],
  ...UNREAD_COLUMNS,
  ['Place of the Page', ({ deliveries }) => (deliveries.some(({ extras }) => extras?.place) ? 'yes' : '')],
  [NAMES.firstComment, ({ deliveries }) => firstCommentOf(deliveries)],
  ...COMMENTED_NETWORKS.map((network): Column<Exported> => [
    NAMES[`${network}Comment`],
    ({ deliveries }) => {
      const delivery = deliveries.find(delivery => delivery.network === network)
      const comment = delivery?.firstComment?.message ?? ''
      return !delivery || comment === firstCommentOf(deliveries) ? '' : comment || NONE_CELL
    },
  ]),
  [NAMES.labels, ({ labels = [] }) => labels.join(', ')],
  ['Published', ({ deliveries }) => perNetwork(deliveries, ({ publishedAt }) => publishedAt ?? '')],
  ['Post links', ({ deliveries }) => deliveries.flatMap(({ permalink }) => permalink ?? []).join('\n')],
  ['Problems', ({ deliveries }) => perNetwork(deliveries, ({ reason }) => reason)],
  // An import in another business doesn't schedule drafts.
  ['Draft', ({ text }) => (text === undefined ? '' : 'yes')],
]

/** Streams the posts of a tab as a spreadsheet. Without a tab, the user's drafts follow all their posts. */
export function exportPosts(ctx: UserContext, { tab, ...input }: ExportPosts): ReadableStream<Uint8Array> {
  let drafts: Exported[] | undefined
  const readPage = async (cursor: string | undefined) => {
    drafts ??= tab === undefined || tab === 'drafts' ? await listExportedDrafts(ctx, input) : []
    if (tab === 'drafts') return { items: drafts, nextCursor: null }
    const query = { ...input, tab, limit: PAGE_SIZE, cursor }
    const { posts, nextCursor } = await listPosts(ctx, query)
    const ids = new Set(drafts.map(({ _id }) => _id))
    // A cancelled post has become the draft with its id.
    const items: Exported[] = posts.filter(({ _id }) => !ids.has(_id))
    return { items: nextCursor ? items : [...items, ...drafts], nextCursor }
  }
  return streamSpreadsheet(input.format, {
    rows: listRows<Exported>(EXPORT_COLUMNS, readPage),
    columns: EXPORT_COLUMNS.length,
    modified: ctx.now(),
  })
}

/** Says what a post has beyond its other columns: an event, an offer, the parts of an article, a button or people. */
function otherParts(extras: PostExtras | null | undefined, media: Exported['media']): string {
  if (!extras || isStory({ extras })) return ''
  const { recurrence: _, place: __, coverId: ___, coverMs: ____, ...others } = extras
  return describeExtras(
    others,
    media.map(({ _id: id }) => ({ id })),
  )
}

type ExportedDelivery = Exported['deliveries'][number]

const nameOf = ({ network }: ExportedDelivery) => networks[network].name

/** Returns the networks' common value, or a value per network. */
function perNetwork(
  deliveries: readonly ExportedDelivery[],
  valueOf: (delivery: ExportedDelivery) => string,
): string {
  const values = new Set(deliveries.map(valueOf))
  if (values.size <= 1) return [...values][0] ?? ''
  return deliveries.flatMap(each => (valueOf(each) ? `${nameOf(each)}: ${valueOf(each)}` : [])).join('\n')
}

/** Returns a post's files without the cover of its video. */
function shownFiles({ media, deliveries }: Exported) {
  const covers = coverIds(deliveries.map(({ extras }) => extras))
  return media.filter(({ _id }) => !covers.includes(_id))
}

/** Returns the link of a cover, or its moment, such as '3.5 s'. */
function coverOf({ media, deliveries }: Exported): string {
  const extras = deliveries.map(delivery => delivery.extras)
  const [id] = coverIds(extras)
  const coverMs = extras.find(each => each?.coverMs !== undefined)?.coverMs
  return media.find(({ _id }) => _id === id)?.url ?? (coverMs === undefined ? '' : `${coverMs / 1000} s`)
}

const firstCommentOf = (deliveries: readonly ExportedDelivery[]) =>
  deliveries.find(({ firstComment }) => firstComment)?.firstComment?.message ?? ''

/**
 * Returns the local date and time in the post's zone, with seconds if there are any, and with the UTC offset if the clocks show
 * the time twice that day.
 */
function localTimeOf({ publishAt, timeZone }: Exported): { date: string; time: string } {
  if (!publishAt) return { date: '', time: '' }
  const at = Temporal.Instant.from(publishAt).toZonedDateTimeISO(timeZone)
  const wall = at.toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map(disambiguation =>
    wall.toZonedDateTime(timeZone, { disambiguation }),
  )
  const clock = wall.toPlainTime().toString({ smallestUnit: at.second > 0 ? 'second' : 'minute' })
  const isRepeated = first?.offsetNanoseconds !== last?.offsetNanoseconds
  return { date: wall.toPlainDate().toString(), time: isRepeated ? `${clock} ${at.offset}` : clock }
}

/** A post or a draft as a spreadsheet shows it. */
type Exported = Pick<Post, '_id' | 'timeZone' | 'labels' | 'media' | 'approval'> & {
  deliveries: readonly (Pick<Delivery, 'network' | 'state' | 'reason' | 'message'> & Partial<Delivery>)[]
  /** Time of the post; empty for a draft without one. */
  publishAt: string
  /** The text of a draft, which may go to no network. */
  text?: string
}

/**
 * Returns the drafts that a member who may write sees, of a business or of all their businesses, the oldest first. Only those
 * that have a time are in a time window.
 */
async function listExportedDrafts(
  ctx: UserContext,
  { domainId, from, to, label }: Pick<ExportPosts, 'domainId' | 'from' | 'to' | 'label'>,
): Promise<Exported[]> {
  const rows = await ctx.db
    .select()
    .from(drafts)
    .where(and(isNull(drafts.deletedAt), isIn(ctx, drafts.domainId, domainId, 'write')))
    .orderBy(asc(drafts.createdAt), asc(drafts.id))
  const chosen = rows.filter(({ content }) => {
    const at = timeOf(content)
    const isInWindow = (!from || (at && at >= Date.parse(from))) && (!to || (at && at <= Date.parse(to)))
    return isInWindow && (!label || content.labels?.some(each => isSameLabel(each, label)))
  })
  const connected = await connectedIn(ctx, chosen)
  const files = await filesOfDrafts(ctx, chosen)
  return chosen.map(({ id, domainId: business, content }) => {
    const networks = chosenNetworks(content.networks, connected.get(business ?? '') ?? [])
    const at = timeOf(content)
    const covers = coverIds(Object.values(content.extras ?? {}))
    const given = content.media.flatMap(({ mediaId, altText, networks: limit }) => {
      const row = files.get(mediaId)
      return row ? { item: mediaItem(ctx, row, altText), kind: fileKind(row, covers), networks: limit } : []
    })
    const isLimited = given.some(file => file.networks)
    const positionsOn = (network: NetworkId) =>
      acceptedPositions(network, kindsOn(network, given), content.mediaKind, isStoryOn(content, network))
    return {
      _id: id,
      timeZone: content.timeZone,
      labels: content.labels ?? [],
      publishAt: at === undefined ? '' : new Date(at).toISOString(),
      text: firstMessage(content),
      media: given.map(({ item }) => item),
      deliveries: networks.map(network => ({
        network,
        state: 'draft' as const,
        reason: '',
        message: messageFor(content, network),
        ...commentOn(content, network),
        ...(isLimited && { mediaPositions: positionsOn(network) }),
        ...(content.extras?.[network] && { extras: content.extras[network] }),
      })),
    }
  })
}

const timeOf = ({ isScheduled, publishAt }: DraftContent) =>
  isScheduled && publishAt ? Date.parse(publishAt) : undefined

function commentOn(content: DraftContent, network: NetworkId): Pick<Delivery, 'firstComment'> {
  const message = commentFor(content, network)
  return message === '' ? {} : { firstComment: { message, state: 'waiting', reason: '' } }
}

/** Returns the networks with a connected account by business. */
async function connectedIn(ctx: UserContext, rows: readonly DraftRow[]): Promise<Map<string, NetworkId[]>> {
  const connected = new Map<string, NetworkId[]>()
  for (const domainId of new Set(rows.flatMap(row => row.domainId ?? []))) {
    const networkIds = (await connectedAccounts(ctx, domainId)).map(({ network }) => network)
    connected.set(domainId, networkIds)
  }
  return connected
}

async function filesOfDrafts({ db }: UserContext, rows: readonly DraftRow[]) {
  const ids = rows.map(({ id }) => id)
  const found = await db
    .selectDistinct({ media })
    .from(draftMedia)
    .innerJoin(media, eq(media.id, draftMedia.mediaId))
    .where(inArray(draftMedia.draftId, ids))
  return new Map(found.map(row => [row.media.id, row.media]))
}
