import * as v from 'valibot'

import { MAX_FILES } from '#shared/media/media.ts'
import { keyedByNetwork, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { TimeZone } from '#shared/time-zone.ts'
import { COMMENTED_NETWORKS } from './first-comments.ts'
import type { PlatformMessage } from './posts.ts'

export const MAX_IMPORT_ROWS = 500
/** Leaves room for columns that aren't about posts. The widest known template has a hundred. */
export const MAX_IMPORT_COLUMNS = 250
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024
/** Exceeds the limit of every network, so that an overlong text can be saved while it is being shortened. */
const MAX_CORRECTED_CHARS = 100_000

/** Layouts of a spreadsheet, recognised by their columns. The user assigns the columns of a `free` one. */
export const IMPORT_FORMATS = ['template', 'buffer', 'hootsuite', 'metricool', 'publer', 'free'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** `checked` follows a dry run; `running` lasts until every row has become a post or failed. */
export const IMPORT_STATES = ['mapping', 'checked', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/**
 * `known`: already imported, or the same as another row of the file. `changed`: differs from the post of an earlier import; if the
 * user applies the change, the row becomes `updated`. `skipped`: not a post, such as a total or the name of a week.
 */
export const IMPORT_ROW_STATES = [
  'unchecked',
  'ready',
  'error',
  'known',
  'changed',
  'skipped',
  'created',
  'updated',
  'failed',
] as const
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number]

/** Encodings that can be read, by their names in the Encoding standard, or at IANA if it has none. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'shift_jis',
  'gb18030',
  'koi8-r',
  'ibm866',
  'ibm850',
  'ibm437',
] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]

export const IMPORT_DELIMITERS = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number]

/** How a file is read. Omitted parts are detected. */
export const ImportReading = v.object({
  encoding: v.optional(v.picklist(IMPORT_ENCODINGS, 'Please choose one of the encodings.')),
  delimiter: v.optional(v.picklist(IMPORT_DELIMITERS, 'Please choose one of the separators.')),
  /** Name of the workbook's sheet that has the plan. */
  sheet: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** `no` keeps garbled text such as “FrÃ¼hstÃ¼ck” as it is. */
  repair: v.optional(v.picklist(['yes', 'no'])),
})
export type ImportReading = v.InferOutput<typeof ImportReading>

/**
 * Reasons why a person should check a cell. `encoding`: its letters depend on the assumed encoding. `repaired`: it was garbled.
 * `lost`: a character can't be read. `formula`: the file lacks the formula's result. `error`: the formula failed.
 */
export const IMPORT_DOUBTS = ['encoding', 'repaired', 'lost', 'formula', 'error'] as const
export type ImportDoubt = { line: number; column: number; kind: (typeof IMPORT_DOUBTS)[number] }
/** Doubts that prevent the import of a row. */
export const BLOCKING_DOUBTS: readonly ImportDoubt['kind'][] = ['lost', 'formula', 'error']

/** How a file was read, and what was assumed. */
export type ImportSource = {
  type: 'csv' | 'workbook'
  encoding?: ImportEncoding
  /** Other encodings in which the file also makes sense. */
  otherEncodings?: ImportEncoding[]
  delimiter?: ImportDelimiter
  /** A date such as 01/02, and what decided the order of day and month: null until the user has chosen. */
  dates?: { sample: string; by: 'column' | 'country' | 'user' | null }
  /** Name of the workbook's sheet that was read. */
  sheet?: string
  otherSheets?: string[]
  /** Row of the column names; null for a file without them. */
  headerLine: number | null
  /** Number of columns that corrections have appended to those of the file; absent if there are none. */
  addedColumns?: number
  /** Number of hidden rows, which aren't imported. */
  hiddenRows: number
  /** Number of hidden columns, which aren't imported; absent if there are none. */
  hiddenColumns?: number
  /** The first doubtful cells. */
  doubts: ImportDoubt[]
  /** Number of all doubtful cells. */
  doubtful: number
}

export const IMPORT_MESSAGES = {
  changedSince: 'Somebody has changed this post since the import, so it keeps its content.',
  notRestored: 'This post keeps its new content.',
  notKept: 'We didn’t keep the former content of this post, so it keeps the new one.',
  draft:
    'This is one of your drafts, so we leave it out. To schedule its text and files from here, clear its cell in the column Draft.',
  none: 'Please choose a CSV or XLSX file.',
  tooLarge: 'Spreadsheets can be up to 5 MB. Please split this one.',
  tooMuchText: 'This file has too much text for one import. Please split it.',
  tooMuchWork:
    'This file is too complex to open. Copy the rows of your plan to a new spreadsheet, and choose that.',
  locked: 'This file is locked with a password. Please save it without one and try again.',
  numbers: 'This is a Numbers file. Please export it as Excel or CSV and try again.',
  page: 'This is a web page, not a spreadsheet. Please save it as .xlsx or .csv and try again.',
  tooManyLost:
    'Thousands of cells of this file can’t be read: formulas without results, errors, or lost characters. Open it in a spreadsheet program, save it, and choose it again.',
  openQuote: (line: number) =>
    `The quotation mark in row ${line} is never closed. Close it, or save the file as .xlsx, and try again.`,
  hiddenInOds:
    'This file has hidden rows, columns or sheets, which we can’t recognise in an .ods file. Please save it as .xlsx and try again.',
  noSheet: 'This file has no sheet of that name.',
  busy: 'Several of your spreadsheets are still being read. Please try again in a minute.',
  unreadable: 'We can’t read this file. Please save it as .xlsx or .csv and try again.',
  empty: 'This file has no rows. Put one post in each row, below the column names.',
  tooManyRows: `This file has more than ${MAX_IMPORT_ROWS} rows. Please split it.`,
  tooManyColumns: `This file has more than ${MAX_IMPORT_COLUMNS} columns. Please leave out those that aren’t about posts.`,
  noBusiness: 'Please add a business before you import posts.',
  gone: 'This import no longer exists.',
  noRow: 'This import has no such row.',
  notOpen: 'This row has become a post. Change the post instead.',
  running: 'This import is running. Stop it first.',
  nothingReady: 'No row is ready to import.',
  notInLibrary: (name: string) =>
    `“${name}” isn’t in your media. Upload it there first, or write a web address with https:// in front.`,
  severalFiles: (name: string, count: number) =>
    `Your media have ${count} different files called “${name}”. Correct this row to choose one.`,
  changedMeanwhile:
    'This post was changed since the file was checked, so it stays as it is. Import the file again to compare them.',
  openLetters: 'Some letters may be wrong, because we guessed the file’s encoding. Check them.',
  repaired: 'This text was garbled, and we restored it. Check it.',
  midnight: 'This is midnight, which may stand for a missing time. Check it.',
  noYear: 'This date has no year, so we took the next one. Check it.',
  otherWeekday: 'This date has another weekday than the one that is written with it. Check it.',
  slow: 'Several files took too long to arrive, so we didn’t fetch this one. Check the links, or try again later.',
  hasErrors: 'Some rows have errors. Fix them in the file, or import the good rows only.',
  coverElsewhere: 'Only a video on Instagram has a cover of its own. Clear this cell, or choose Instagram.',
  coverWithoutVideo:
    'A cover needs a video that is the only file on Instagram. Clear this cell, or change the files.',
  placeElsewhere: 'Only Instagram shows a place. Clear this cell, or choose Instagram.',
  placeWithoutPage:
    'The place is the address of the business’s Facebook Page, which isn’t connected. Connect it, or clear this cell.',
  placeUnknown:
    'The business’s Facebook Page has no address, so there is no place to show. Add it there, or clear the cell.',
  partKept: 'An import doesn’t change this, so the post keeps what it has. Edit the post to change it.',
  partLost: 'An import doesn’t read this, so the new post lacks it. Add it to the post afterwards.',
  noText: 'Choose the column that has the text of the posts.',
  noTime: 'Choose the column that has the date.',
} as const

/** Warnings that a person must confirm before the row is imported. */
export const CONFIRMED_WARNINGS: readonly string[] = [
  IMPORT_MESSAGES.openLetters,
  IMPORT_MESSAGES.repaired,
  IMPORT_MESSAGES.midnight,
  IMPORT_MESSAGES.noYear,
  IMPORT_MESSAGES.otherWeekday,
  IMPORT_MESSAGES.partLost,
]

/** Names of our template's columns by field, in the template's order. */
const TEMPLATE_NAMES = {
  id: 'ID',
  networks: 'Networks',
  text: 'Text',
  ...keyedByNetwork('Text', network => `${networks[network].shortName} text`),
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  pictures: 'Pictures',
  altTexts: 'Alt texts',
  firstComment: 'First comment',
  link: 'Link',
  labels: 'Labels',
}

/**
 * Labels of fields that our template lacks. A cell of column `facebook` selects the network by TRUE, x or yes. Any other text is the
 * network's text, if the file has no other column for it. A row whose `status` is published or cancelled is skipped. A column
 * `otherNetwork` selects a network that we don't publish to. A `cover` is a picture, or a moment of the video such as “3.5 s”.
 */
const OTHER_NAMES = {
  ...keyedByNetwork('', network => `${networks[network].shortName}: yes or no`),
  otherNetwork: 'Another network: yes or no',
  ...keyedByNetwork('Comment', network => `${networks[network].shortName} first comment`, COMMENTED_NETWORKS),
  ...keyedByNetwork('Files', network => `${networks[network].shortName} files`),
  cover: 'Cover',
  place: 'Place of the Page: yes or no',
  postType: 'Kind of post',
  draft: 'Draft: yes or no',
  status: 'Status',
  minute: 'Minute',
  halfDay: 'AM or PM',
}

export const IMPORT_FIELD_NAMES = { ...TEMPLATE_NAMES, ...OTHER_NAMES }
export type ImportField = keyof typeof IMPORT_FIELD_NAMES
export const TEMPLATE_FIELDS = Object.keys(TEMPLATE_NAMES) as ImportField[]
export const IMPORT_FIELDS = Object.keys(IMPORT_FIELD_NAMES) as ImportField[]

/** Fields that several columns may have, such as “Picture Url 1” to “Picture Url 10”. */
export const REPEATED_FIELDS: readonly ImportField[] = ['pictures', 'altTexts', 'otherNetwork', 'postType']

/**
 * Fields that choose a network's files by their positions in the row, such as “1, 3”. An empty cell chooses all that it
 * accepts, and `NONE` none.
 */
export const filesOf = (network: NetworkId) => `${network}Files` as const

/** Cell for a network that gets no first comment, or no files, although others do. */
export const NONE_CELL = '(none)'

/** Order of day and month in dates such as 01/02. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export const ImportSettings = v.object({
  /** Field of each column, in the file's order; null for ignored columns. */
  columns: v.pipe(
    v.array(v.nullable(v.picklist(IMPORT_FIELDS, 'Please choose what this column contains.'))),
    v.maxLength(MAX_IMPORT_COLUMNS),
    v.check(fields => {
      const single = fields.filter(field => field !== null && !REPEATED_FIELDS.includes(field))
      return new Set(single).size === single.length
    }, 'Two columns are set to the same content. Please change one of them.'),
  ),
  timeZone: TimeZone,
  dateOrder: v.picklist(DATE_ORDERS),
  /** True to create text-only posts from rows without a picture, if their networks allow them. */
  textOnly: v.optional(v.boolean(), false),
})
export type ImportSettings = v.InferOutput<typeof ImportSettings>

const Lines = v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(MAX_IMPORT_ROWS)), [])

export const StartImport = v.object({
  goodRowsOnly: v.optional(v.boolean(), false),
  /** Lines of `changed` rows whose posts are changed. Others are left as they are. */
  apply: Lines,
  /** Lines of `changed` rows to import as new posts. Only rows without an ID are allowed. */
  add: Lines,
})
export type StartImport = v.InferOutput<typeof StartImport>

/**
 * New texts for a row's cells. `column` is a position from 0. `networks` and `mediaIds` replace the row's own, and need no columns in
 * the file.
 */
export const CorrectRow = v.object({
  cells: v.pipe(
    v.array(
      v.object({
        column: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_IMPORT_COLUMNS)),
        text: v.pipe(v.string(), v.maxLength(MAX_CORRECTED_CHARS), v.trim()),
      }),
    ),
    v.maxLength(MAX_IMPORT_COLUMNS),
  ),
  networks: v.optional(v.pipe(v.array(v.picklist(NETWORK_IDS)), v.minLength(1, 'Choose a network.'))),
  /** Files of the library, in the post's order. */
  mediaIds: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(MAX_FILES))),
})
export type CorrectRow = v.InferOutput<typeof CorrectRow>

export type ImportProblem = {
  /** Position of the cell's column; null if the problem concerns the whole row. */
  column: number | null
  message: string
  /** True if the row is imported all the same. */
  warning?: true
  /** Name of the file that the library lacks. */
  file?: string
  /** ISO date of the day for which only the time is missing. */
  day?: string
}

export type ImportedPost = {
  platforms: PlatformMessage[]
  /** Time in Unix seconds. */
  publishAt: number
  /** The row's own zone; absent if it has none. */
  timeZone?: string
  pictures: string[]
  altTexts: string[]
  /** The cover of its video: the last of `pictures`, or a moment in milliseconds. */
  cover?: 'picture' | number
  /** True for a post that shows the address of its business's Page. */
  place?: boolean
  /** Absent in rows that an earlier release read. */
  labels?: string[]
  /** Differences from the post of an earlier import, and that post's version when they were compared. */
  change?: { version: number; list: ImportChange[]; mayBeNew: boolean }
}

/** A difference between a `changed` row and its post. */
export type ImportChange = {
  field:
    | 'date'
    | 'networks'
    | 'text'
    | 'firstComment'
    | 'labels'
    | 'altTexts'
    | 'pictures'
    | 'cover'
    | 'place'
  before: string
  after: string
}

export type Import = {
  _id: string
  domainId: string
  fileName: string
  format: ImportFormat
  headers: string[]
  /** The first rows, which help the user recognise the columns. */
  samples: string[][]
  settings: ImportSettings
  /** Absent for an import of an earlier release. */
  source?: ImportSource
  state: ImportState
  goodRowsOnly: boolean
  counts: Record<ImportRowState, number>
  /** The networks with a connected account, from which a correction chooses. */
  connected: NetworkId[]
  /** Numbers of pictures and videos to fetch, and of those already fetched, with the bytes that have arrived. */
  pictures: { total: number; fetched: number; bytes: number }
  createdAt: string
  finishedAt?: string
}

export type ImportRow = {
  line: number
  /** Texts of the cells, shortened. */
  cells: string[]
  state: ImportRowState
  problems: ImportProblem[]
  /** The networks that the row chooses; absent for a row that has become a post. */
  networks?: NetworkId[]
  /** Networks that the row selects, but that don't get its post because it has no picture. */
  leftOut?: NetworkId[]
  /** Summary of the row's post; absent if the row has errors. */
  post?: { networks: NetworkId[]; text: string; publishAt: string; pictures: number }
  postId?: string
  /** Present for a `changed` row. */
  changes?: ImportChange[]
  /** True for a `changed` row that may also become a new post, since it has no ID of its own. */
  mayBeNew?: true
}
