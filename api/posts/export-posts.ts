import type { UserContext } from '#api/context.ts'
import { listPosts } from '#api/posts/lists.ts'
import { type Column, listRows, spreadsheetOf } from '#api/spreadsheets/spreadsheet.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { COMMENTED_NETWORKS } from '#shared/posts/first-comments.ts'
import { filesOf, IMPORT_FIELD_NAMES as NAMES, NO_COMMENT } from '#shared/posts/imports.ts'
import type { ExportPosts } from '#shared/posts/posts.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { stateLabel } from '#shared/posts/state-labels.ts'

const PAGE_SIZE = 100

/** Most columns are the template's, so that an export can be edited and imported again. The others are only in exports. */
export const EXPORT_COLUMNS: Column<Post>[] = [
  [NAMES.id, post => post._id],
  [
    'State',
    ({ approval, deliveries }) =>
      perNetwork(deliveries, delivery =>
        stateLabel({ ...delivery, approved: approval?.state === 'approved' }),
      ),
  ],
  [NAMES.networks, ({ deliveries }) => deliveries.map(nameOf).join(', ')],
  [NAMES.text, ({ deliveries }) => deliveries[0]?.message ?? ''],
  ...NETWORK_IDS.map((network): Column<Post> => [
    NAMES[`${network}Text`],
    ({ deliveries }) => {
      const message = deliveries.find(delivery => delivery.network === network)?.message
      return message === undefined || message === deliveries[0]?.message ? '' : message
    },
  ]),
  [NAMES.date, post => localTimeOf(post).date],
  [NAMES.time, post => localTimeOf(post).time],
  [NAMES.timeZone, ({ timeZone }) => timeZone],
  ['Files', ({ media }) => media.map(({ name }) => name).join(', ')],
  // Links for people, by which an import recognises the files without fetching them.
  [NAMES.pictures, ({ media }) => media.map(({ url }) => url).join(' ')],
  [
    NAMES.altTexts,
    ({ media }) =>
      media.some(({ altText }) => altText)
        ? media.map(({ altText }) => altText.replaceAll('|', '\\|')).join(' | ')
        : '',
  ],
  ...NETWORK_IDS.map((network): Column<Post> => [
    NAMES[filesOf(network)],
    ({ deliveries }) => {
      const positions = deliveries.find(delivery => delivery.network === network)?.mediaPositions ?? []
      return positions.map(position => position + 1).join(', ')
    },
  ]),
  [NAMES.firstComment, ({ deliveries }) => firstCommentOf(deliveries)],
  ...COMMENTED_NETWORKS.map((network): Column<Post> => [
    NAMES[`${network}Comment`],
    ({ deliveries }) => {
      const delivery = deliveries.find(each => each.network === network)
      const comment = delivery?.firstComment?.message ?? ''
      return !delivery || comment === firstCommentOf(deliveries) ? '' : comment || NO_COMMENT
    },
  ]),
  [NAMES.labels, ({ labels = [] }) => labels.join(', ')],
  ['Published', ({ deliveries }) => perNetwork(deliveries, ({ publishedAt }) => publishedAt ?? '')],
  ['Post links', ({ deliveries }) => deliveries.flatMap(({ permalink }) => permalink ?? []).join('\n')],
  ['Problems', ({ deliveries }) => perNetwork(deliveries, ({ reason }) => reason)],
]

/** Streams the user's posts as a spreadsheet. */
export const exportPosts = (ctx: UserContext, input: ExportPosts): ReadableStream<Uint8Array> =>
  spreadsheetOf(input.format, {
    rows: listRows(EXPORT_COLUMNS, async cursor => {
      const { posts, nextCursor } = await listPosts(ctx, { ...input, limit: PAGE_SIZE, cursor })
      return { items: posts, nextCursor }
    }),
    columns: EXPORT_COLUMNS.length,
    modified: ctx.now(),
  })

const nameOf = ({ network }: Delivery) => networks[network].name

/** Returns the networks' common value, or a value per network. */
function perNetwork(deliveries: Delivery[], valueOf: (delivery: Delivery) => string): string {
  const values = new Set(deliveries.map(valueOf))
  if (values.size <= 1) return [...values][0] ?? ''
  return deliveries.flatMap(each => (valueOf(each) ? `${nameOf(each)}: ${valueOf(each)}` : [])).join('\n')
}

const firstCommentOf = (deliveries: Delivery[]) =>
  deliveries.find(({ firstComment }) => firstComment)?.firstComment?.message ?? ''

/**
 * Returns the local date and time in the post's zone, with seconds if there are any, and with the offset from UTC if the clocks
 * show the time twice that day.
 */
function localTimeOf({ publishAt, timeZone }: Post): { date: string; time: string } {
  const at = Temporal.Instant.from(publishAt).toZonedDateTimeISO(timeZone)
  const wall = at.toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map(disambiguation =>
    wall.toZonedDateTime(timeZone, { disambiguation }),
  )
  const clock = wall.toPlainTime().toString({ smallestUnit: at.second > 0 ? 'second' : 'minute' })
  const isRepeated = first?.offsetNanoseconds !== last?.offsetNanoseconds
  return { date: wall.toPlainDate().toString(), time: isRepeated ? `${clock} ${at.offset}` : clock }
}
