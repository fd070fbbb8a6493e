import type { UserContext } from '#api/context.ts'
import { listPosts } from '#api/posts/lists.ts'
import { spreadsheetOf } from '#api/spreadsheets/spreadsheet.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import type { ExportPosts } from '#shared/posts/exports.ts'
import { IMPORT_FIELD_NAMES as NAMES } from '#shared/posts/imports.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { stateLabel } from '#shared/posts/state-labels.ts'

const PAGE_SIZE = 100

/** The template's columns come first, so that an export can be edited and imported again. The others are only in exports. */
const COLUMNS: [name: string, cell: (post: Post) => string][] = [
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
  ...NETWORK_IDS.map((network): [string, (post: Post) => string] => [
    NAMES[`${network}Text`],
    ({ deliveries }) => {
      const message = deliveries.find(delivery => delivery.network === network)?.message
      return message === undefined || message === deliveries[0]?.message ? '' : message
    },
  ]),
  [NAMES.date, post => wallClock(post)[0]],
  [NAMES.time, post => wallClock(post)[1]],
  ['Time zone', ({ timeZone }) => timeZone],
  ['Files', ({ media }) => media.map(({ name }) => name).join(', ')],
  [
    NAMES.altTexts,
    ({ media }) =>
      media.some(({ altText }) => altText) ? media.map(({ altText }) => altText).join(' | ') : '',
  ],
  [
    NAMES.firstComment,
    ({ deliveries }) => deliveries.find(({ firstComment }) => firstComment)?.firstComment?.message ?? '',
  ],
  [NAMES.labels, ({ labels = [] }) => labels.join(', ')],
  ['Published', ({ deliveries }) => perNetwork(deliveries, ({ publishedAt }) => publishedAt ?? '')],
  ['Post links', ({ deliveries }) => deliveries.flatMap(({ permalink }) => permalink ?? []).join('\n')],
  ['Problems', ({ deliveries }) => perNetwork(deliveries, ({ reason }) => reason)],
]

/** Streams the user's posts as a spreadsheet, reading one page of the list at a time. */
export const exportPosts = (ctx: UserContext, input: ExportPosts): ReadableStream<Uint8Array> =>
  spreadsheetOf(input.format, { rows: rowsOf(ctx, input), columns: COLUMNS.length, modified: ctx.now() })

async function* rowsOf(ctx: UserContext, filters: ExportPosts): AsyncGenerator<string[]> {
  yield COLUMNS.map(([name]) => name)
  let cursor: string | undefined
  do {
    const page = await listPosts(ctx, { ...filters, limit: PAGE_SIZE, cursor })
    for (const post of page.posts) yield COLUMNS.map(([, cell]) => cell(post))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

const nameOf = ({ network }: Delivery) => networks[network].name

/** Returns the networks' common value, or a value per network. */
function perNetwork(deliveries: Delivery[], valueOf: (delivery: Delivery) => string): string {
  const values = new Set(deliveries.map(valueOf))
  if (values.size <= 1) return [...values][0] ?? ''
  return deliveries.flatMap(each => (valueOf(each) ? `${nameOf(each)}: ${valueOf(each)}` : [])).join('\n')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date and time in the post's zone. */
function wallClock({ publishAt, timeZone }: Post): [date: string, time: string] {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  const [date = '', time = ''] = format.format(new Date(publishAt)).split(' ')
  return [date, time]
}
