import type { ImportField, ImportFormat } from '#shared/posts/imports.ts'
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from '#shared/posts/imports.ts'
import { looksLikeTime } from './times.ts'

type Columns = (ImportField | null)[]
export type Layout = { format: ImportFormat; headers: string[]; columns: Columns; hasHeaders: boolean }

/** Common column names by meaning, in lower case without punctuation. */
const NAMES: Record<ImportField, readonly string[]> = {
  id: ['post id', 'key', 'row id', 'reference'],
  networks: [
    'network',
    'channels',
    'channel',
    'platforms',
    'platform',
    'social networks',
    'profiles',
    'profile',
  ],
  text: ['message', 'caption', 'post', 'copy', 'content', 'post text', 'body', 'description', 'message text'],
  facebookText: ['facebook', 'facebook caption', 'facebook message', 'facebook copy'],
  instagramText: ['instagram', 'instagram caption', 'instagram message', 'instagram copy'],
  googleText: ['google', 'google caption', 'google message', 'google business', 'google business profile'],
  date: [
    'publish date',
    'scheduled date',
    'post date',
    'day',
    'posting time',
    'scheduled at',
    'publish at',
    'scheduled time',
    'date time',
    'datetime',
    'date and time',
    'schedule',
    'when',
  ],
  time: ['publish time', 'post time', 'hour', 'time of day'],
  pictures: [
    'picture',
    'image',
    'images',
    'image url',
    'image urls',
    'picture url',
    'photo',
    'photos',
    'media',
    'media url',
    'media urls',
    'image link',
    'video',
    'videos',
    'video url',
    'video urls',
    'pictures and videos',
  ],
  altTexts: ['alt text', 'alt', 'image alt text', 'image description', 'alternative text', 'image alt'],
  firstComment: ['comment', 'first comments'],
  labels: ['label', 'tags', 'tag', 'campaign'],
  link: ['url', 'links', 'website', 'link url', 'link s'],
}

const tidy = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const BY_NAME = new Map(
  IMPORT_FIELDS.flatMap(field =>
    [IMPORT_FIELD_NAMES[field], ...NAMES[field]].map(name => [tidy(name), field] as const),
  ),
)

/** Column names of Buffer's bulk upload: a time and texts, with pictures by URL. */
const BUFFER = ['text', 'image url', 'posting time']
/** Columns of Hootsuite's bulk composer, whose files may have no header row. */
const HOOTSUITE: Columns = ['date', 'text', 'link', 'pictures']

/** Recognises the layout of a file by its first rows. */
export function guessLayout(rows: readonly string[][]): Layout {
  const [first = [], second] = rows
  const width = Math.max(...rows.map(row => row.length))
  if (looksLikeHootsuite(first)) {
    const columns = pad(HOOTSUITE.slice(0, width), width)
    return {
      format: 'hootsuite',
      headers: pad(['Date', 'Message', 'Link', 'Image'], width).map((name, at) => name ?? `Column ${at + 1}`),
      columns,
      hasHeaders: false,
    }
  }
  const headers = Array.from({ length: width }, (_, at) => first[at] || `Column ${at + 1}`)
  const names = first.map(tidy)
  const columns = pad(fieldsOf(first), width)
  if (isTemplate(first)) return { format: 'template', headers, columns, hasHeaders: true }
  if (BUFFER.every(name => names.includes(name)))
    return { format: 'buffer', headers, columns, hasHeaders: true }
  if (
    second &&
    looksLikeHootsuite(second) &&
    /date/.test(names[0] ?? '') &&
    /message|text/.test(names[1] ?? '')
  )
    return { format: 'hootsuite', headers, columns: pad(HOOTSUITE.slice(0, width), width), hasHeaders: true }
  return { format: 'free', headers, columns: guessByContent(columns, rows.slice(1)), hasHeaders: true }
}

const pad = <Item>(list: readonly Item[], length: number): (Item | null)[] =>
  Array.from({ length }, (_, at) => list[at] ?? null)

/** Assigns each meaning to the first column with one of its names. */
function fieldsOf(headers: readonly string[]): Columns {
  const taken = new Set<ImportField>()
  return headers.map(name => {
    const field = BY_NAME.get(tidy(name))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

const isTemplate = (headers: readonly string[]) =>
  ['networks', 'text', 'date', 'time', 'pictures'].every(field =>
    headers.includes(IMPORT_FIELD_NAMES[field as ImportField]),
  )

const looksLikeHootsuite = ([date = '', text = '']: readonly string[]) =>
  /\d/.test(date) && /:\d\d/.test(date) && looksLikeTime(date) && text !== ''

const URLS = /^https?:\/\/\S+\.(jpe?g|png)(\?\S*)?([\s,|]|$)/i

/** Finds text, date and pictures by the contents of their cells if no column has a matching name. */
function guessByContent(columns: Columns, rows: readonly string[][]): Columns {
  const guessed = [...columns]
  const samples = columns.map((_, at) => rows.flatMap(row => row[at] || []).slice(0, 20))
  const assign = (field: ImportField, fits: (cells: string[]) => number) => {
    if (guessed.includes(field)) return
    const scores = samples.map((cells, at) => (guessed[at] === null && cells.length > 0 ? fits(cells) : 0))
    const best = scores.indexOf(Math.max(...scores))
    if ((scores[best] ?? 0) > 0) guessed[best] = field
  }
  assign('pictures', cells => (cells.every(cell => URLS.test(cell)) ? 1 : 0))
  assign('date', cells => (cells.every(cell => /\d/.test(cell) && looksLikeTime(cell)) ? 1 : 0))
  assign('text', cells => {
    const average = cells.join('').length / cells.length
    return average >= 15 && !cells.every(cell => /^https?:\S+$/.test(cell)) ? average : 0
  })
  return guessed
}
