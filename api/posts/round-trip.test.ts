import { expect, test } from 'bun:test'
import fc from 'fast-check'

import { readTable } from '#api/posts/imports/files/table.ts'
import { checkRows } from '#api/posts/imports/rows/check-rows.ts'
import { guessLayout } from '#api/posts/imports/rows/columns.ts'
import { listRows, streamSpreadsheet } from '#api/runtime/spreadsheet.ts'
import { isWhole } from '#api/test/in-verify.ts'
import type { MediaItem } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { COMMENTED_NETWORKS } from '#shared/posts/first-comments.ts'
import { SPREADSHEET_FORMATS } from '#shared/posts/posts.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { EXPORT_COLUMNS } from './export-posts.ts'

const ZONES =
  `Australia/Sydney Australia/Lord_Howe Australia/Adelaide Australia/Perth Asia/Kathmandu Asia/Kolkata Asia/Tehran
  Pacific/Chatham Pacific/Auckland Pacific/Kiritimati UTC Europe/London Europe/Berlin Africa/Casablanca
  Atlantic/Azores America/New_York America/St_Johns America/Santiago America/Los_Angeles America/Havana Pacific/Marquesas`.split(
    /\s+/,
  )
/** `FAULTS=all` runs ten thousand posts, which `FAULTS_SEED` chooses. */
const { FAULTS_SEED = '20261128' } = process.env
const [POSTS, SEED] = [isWhole ? 10_000 : 300, Number(FAULTS_SEED) || 1]
const PER_FILE = 300
const START = Date.UTC(2030, 0, 1)
const YEAR_SECONDS = 364 * 86_400

/** Texts with what spreadsheets, their formats and their programs treat in a special way. */
const text = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.constantFrom(
          '=1+1',
          "'",
          '"',
          '""',
          ',',
          ';',
          '\t',
          '\n',
          '+61 400 000 000',
          '-',
          '@',
          '＝',
          '_x0041_',
          '&amp;',
          '🎉',
          '🇦🇺',
          '👩‍🔧',
          'שלום',
          'مرحبا',
          '\u202E',
          'TRUE',
          'x',
          '1',
          '12/05/2030',
          '<b>',
          '|',
          '\\',
          '#N/A',
          "'#REF!",
          'é',
        ),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map(parts =>
      parts
        .join(' ')
        .replaceAll(/[^\P{Cc}\t\n]|[\p{Cs}\uFFFD-\uFFFF\uFEFF]/gu, '')
        .slice(0, maxLength)
        .toWellFormed()
        .trim(),
    )
    .filter(found => found !== '' && !found.includes('\uFFFD'))

/** Moments around the changes of clocks are as likely as all others. */
const moment = (zone: string) => {
  const changes = []
  let at = Temporal.Instant.fromEpochMilliseconds(START).toZonedDateTimeISO(zone)
  for (
    let next = at.getTimeZoneTransition('next');
    next && next.epochMilliseconds < START + YEAR_SECONDS * 1000;
  ) {
    changes.push(next.epochMilliseconds / 1000)
    at = next
    next = at.getTimeZoneTransition('next')
  }
  const any = fc.integer({ min: START / 1000 + 3600, max: START / 1000 + YEAR_SECONDS })
  if (changes.length === 0) return any
  return fc.oneof(
    any,
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -7200, max: 7200 }))
      .map(([change, offset]) => change + offset),
  )
}

const storyNetworks = NETWORK_IDS.filter(network => networks[network].story)

const line = text(200).map(found => found.replaceAll(/\s+/g, ' ').trim())

const post = fc.constantFrom(...ZONES).chain(zone =>
  fc
    .record({
      seconds: moment(zone),
      isWholeMinute: fc.boolean(),
      networks: fc.subarray([...NETWORK_IDS], { minLength: 1 }),
      isSame: fc.boolean(),
      /** Most posts are none. */
      stories: fc.oneof(
        fc.constant<NetworkId[]>([]),
        fc.constant<NetworkId[]>([]),
        fc.subarray(storyNetworks),
      ),
      messages: fc.tuple(...NETWORK_IDS.map(() => text(400))),
      comments: fc.tuple(fc.option(text(100)), fc.option(text(100)), fc.boolean()),
      media: fc.array(fc.tuple(fc.uuid(), fc.option(line, { nil: '' })), { minLength: 1, maxLength: 4 }),
      chosen: fc.tuple(...NETWORK_IDS.map(() => fc.option(fc.subarray([0, 1, 2, 3])))),
      labels: fc.uniqueArray(fc.constantFrom('Spring', 'Offers', 'Ääkköset', '=Sum', "'90s"), {
        maxLength: 3,
      }),
    })
    .map(
      ({
        seconds,
        isWholeMinute,
        networks,
        isSame,
        messages,
        comments,
        stories,
        media,
        labels,
        chosen,
      }): Post => ({
        _id: crypto.randomUUID(),
        domainId: 'd',
        publishAt: new Date((isWholeMinute ? seconds - (seconds % 60) : seconds) * 1000).toISOString(),
        timeZone: zone,
        version: 0,
        createdAt: new Date(START).toISOString(),
        author: 'Pat',
        labels,
        media: media.map(([id, altText]) => ({
          _id: id,
          name: 'a.jpg',
          altText,
          url: `https://api.example.com/api/media/${id}/original.jpg?expires=1&signature=x`,
        })) as unknown as MediaItem[],
        deliveries: networks.map((network, at) => {
          const [first, second, isCommon] = comments
          const isStory = stories.includes(network)
          const comment = isStory ? null : isCommon || at === 0 ? first : second
          return {
            network,
            state: 'scheduled',
            message: isSame ? messages[0] : messages[at],
            reason: '',
            ...filesFor(network, chosen[at], media.length, isStory),
            ...(isStory && { extras: { ...NO_EXTRAS, kind: 'story' } }),
            ...(COMMENTED_NETWORKS.includes(network) &&
              comment && { firstComment: { message: comment, state: 'waiting', reason: '' } }),
          }
        }) as unknown as Delivery[],
      }),
    ),
)

/** A choice of files that the network takes, which may be none. */
function filesFor(network: NetworkId, chosen: number[] | null | undefined, files: number, isStory: boolean) {
  const max = isStory ? 1 : networks[network].maxPictures
  const mediaPositions = chosen?.filter(at => at < files).slice(0, max)
  const isRefused = mediaPositions?.length === 0 && (isStory || networks[network].needsMedia)
  return mediaPositions && !isRefused ? { mediaPositions } : {}
}

const bytesOf = async (body: ReadableStream) => Buffer.from(await new Response(body).arrayBuffer())

test.each(SPREADSHEET_FORMATS)(
  'imports from a %s what was exported: the same moments, texts, networks, stories, files of each, comments and labels',
  async format => {
    const posts = fc.sample(post, { numRuns: POSTS, seed: SEED })
    for (let from = 0; from < posts.length; from += PER_FILE) {
      const exported = posts.slice(from, from + PER_FILE)
      const file = await bytesOf(
        streamSpreadsheet(format, {
          rows: listRows(EXPORT_COLUMNS, async () => ({ items: exported, nextCursor: null })),
          columns: EXPORT_COLUMNS.length,
          modified: new Date(START),
        }),
      )
      const { names, rows, source } = readTable(file)
      const { columns } = guessLayout(
        names,
        rows.map(({ cells }) => cells),
      )
      const checked = await checkRows(rows, {
        settings: { columns, timeZone: 'Australia/Perth', dateOrder: 'mdy', textOnly: false },
        connected: new Set(NETWORK_IDS),
        now: new Date(START),
        domainId: 'd',
        doubts: source.doubts,
        exported: new Map(),
        drafts: new Set(),
        library: new Map(),
      })
      for (const [at, { post: read, problems }] of checked.entries()) {
        const expected = exported[at]!
        // A text may break a rule of its network, such as hashtags or phone numbers.
        if (!read) {
          expect(
            problems.every(({ column }) => /text|comment/i.test(columns[column ?? 0] ?? '')),
            `seed ${SEED}: ${JSON.stringify({ problems, expected })}`,
          ).toBe(true)
          continue
        }
        expect(asRead(read), `seed ${SEED}`).toEqual(asExported(expected))
      }
      expect(checked.filter(({ post: read }) => read).length).toBeGreaterThan(exported.length * 0.7)
    }
  },
)

type Read = NonNullable<Awaited<ReturnType<typeof checkRows>>[number]['post']>

const asRead = ({ platforms, publishAt, timeZone, pictures, altTexts, labels }: Read) => ({
  platforms: platforms.map(({ platform, message, firstComment = '', media, extras }) => [
    platform,
    message,
    firstComment,
    media,
    extras?.kind,
  ]),
  publishAt: new Date(publishAt * 1000).toISOString(),
  timeZone,
  pictures,
  altTexts: pictures.map((_, at) => altTexts[at] ?? ''),
  labels,
})

const asExported = ({ deliveries, publishAt, timeZone, media, labels }: Post) => ({
  platforms: deliveries.map(({ network, message, firstComment, mediaPositions, extras }) => [
    network,
    message,
    firstComment?.message ?? '',
    mediaPositions,
    extras?.kind,
  ]),
  publishAt,
  timeZone,
  pictures: media.map(({ url }) => url),
  altTexts: media.map(({ altText }) => altText),
  labels,
})
