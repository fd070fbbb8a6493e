import * as v from 'valibot'

import type { NetworkId } from '#shared/networks.ts'
import { TimeZone } from '#shared/time-zone.ts'

export const MAX_IMPORT_ROWS = 500
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024

/** Layouts of a spreadsheet, recognised by their columns. The user assigns the columns of a `free` one. */
export const IMPORT_FORMATS = ['template', 'buffer', 'hootsuite', 'free'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** `checked` follows a dry run; `running` lasts until every row has become a post or failed. */
export const IMPORT_STATES = ['mapping', 'checked', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** `known` rows became a post in an earlier import, or repeat another row of their file. */
export const IMPORT_ROW_STATES = ['unchecked', 'ready', 'error', 'known', 'created', 'failed'] as const
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number]

export const IMPORT_MESSAGES = {
  none: 'Please choose a CSV or XLSX file.',
  tooLarge: 'Spreadsheets can be up to 5 MB. Please split this one.',
  oldExcel: 'This is an older Excel file (.xls). Please save it as .xlsx or .csv.',
  unreadable: 'We can’t read this file. Please save it as .xlsx or .csv and try again.',
  empty: 'This file has no rows. Put one post in each row, below the column names.',
  tooManyRows: `This file has more than ${MAX_IMPORT_ROWS} rows. Please split it.`,
  tooManyColumns: 'This file has more than 100 columns. Please leave out those that aren’t about posts.',
  noBusiness: 'Please add a business before you import posts.',
  gone: 'This import no longer exists.',
  running: 'This import is running. Stop it first.',
  nothingReady: 'No row is ready to import.',
  slow: 'Several files took too long to arrive, so we didn’t fetch this one. Check the links, or try again later.',
  hasErrors: 'Some rows have errors. Fix them in the file, or import the good rows only.',
  noText: 'Choose the column that has the text of the posts.',
  noTime: 'Choose the column that has the date.',
} as const

/** Meanings of a column, in the order of our template. */
export const IMPORT_FIELDS = [
  'id',
  'networks',
  'text',
  'facebookText',
  'instagramText',
  'googleText',
  'date',
  'time',
  'pictures',
  'altTexts',
  'firstComment',
  'link',
  'labels',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Column names of our template. */
export const IMPORT_FIELD_NAMES: Record<ImportField, string> = {
  id: 'ID',
  networks: 'Networks',
  text: 'Text',
  facebookText: 'Facebook text',
  instagramText: 'Instagram text',
  googleText: 'Google text',
  date: 'Date',
  time: 'Time',
  pictures: 'Pictures',
  altTexts: 'Alt texts',
  firstComment: 'First comment',
  link: 'Link',
  labels: 'Labels',
}

/** Order of day and month in dates such as 01/02. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export const ImportSettings = v.object({
  /** Meaning of each column, in the file's order; null for ignored columns. */
  columns: v.pipe(
    v.array(v.nullable(v.picklist(IMPORT_FIELDS, 'Please choose one of the meanings.'))),
    v.maxLength(100),
    v.check(
      fields => new Set(fields.filter(Boolean)).size === fields.filter(Boolean).length,
      'Two columns have the same meaning. Please choose another for one of them.',
    ),
  ),
  timeZone: TimeZone,
  dateOrder: v.picklist(DATE_ORDERS),
  /** True to create text-only posts from rows without a picture, if their networks allow them. */
  textOnly: v.optional(v.boolean(), false),
})
export type ImportSettings = v.InferOutput<typeof ImportSettings>

export const StartImport = v.object({ goodRowsOnly: v.optional(v.boolean(), false) })
export type StartImport = v.InferOutput<typeof StartImport>

export type ImportProblem = {
  /** Position of the cell's column; null if the problem concerns the whole row. */
  column: number | null
  message: string
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
  state: ImportState
  goodRowsOnly: boolean
  counts: Record<ImportRowState, number>
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
  /** Summary of the row's post; absent if the row has errors. */
  post?: { networks: NetworkId[]; text: string; publishAt: string; pictures: number }
  postId?: string
}
