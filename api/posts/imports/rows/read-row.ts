import * as v from 'valibot'

import { DomainError } from '#api/errors.ts'
import { checkMediaCount } from '#api/posts/gather-media.ts'
import { checkMessages, checkPublishTime, mediaForNetwork } from '#api/posts/new-post.ts'
import { MAX_FILES, type MediaKind } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import { NO_COMMENT } from '#shared/posts/imports.ts'
import type { ImportChange, ImportField, ImportProblem, ImportSettings } from '#shared/posts/imports.ts'
import { Labels, splitLabels } from '#shared/posts/labels.ts'
import { type PlatformMessage, POST_MESSAGES, PostData } from '#shared/posts/posts.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { TEXT_OF } from './columns.ts'
import { isEveryNetwork, networkNamed, OTHER_KINDS, readMark, splitNetworks } from './marks.ts'
import { readTime, readZone, TimeProblem } from './times.ts'

export type ImportedPost = {
  platforms: PlatformMessage[]
  /** Unix seconds. */
  publishAt: number
  /** The row's own zone; absent if it has none. */
  timeZone?: string
  pictures: string[]
  altTexts: string[]
  /** Absent in rows that an earlier release read. */
  labels?: string[]
  /** What the row changes of a known post, and the version with which it was compared. */
  change?: { version: number; list: ImportChange[]; mayBeNew: boolean }
}

type ReadRow = { id: string; post: ImportedPost | null; problems: ImportProblem[] }

export type RowRules = { settings: ImportSettings; connected: ReadonlySet<NetworkId>; now: Date }

const VIDEO = /\.(mp4|mov|m4v|3gp|3g2|webm|mkv|avi)(\?|#|$)/i
/** Guesses the kind of a file from its URL. The worker checks the file itself. */
const kindOf = (url: string): MediaKind => (VIDEO.test(url) ? 'video' : 'image')

const MAX_ID = 200
/** Passes every network's rules on texts, where only other rules are checked. */
const VALID_TEXT = 'x'

export const idOf = (cells: readonly string[], { columns }: ImportSettings): string =>
  (cells[columns.indexOf('id')] ?? '').slice(0, MAX_ID)

/** Builds a post from a row's cells by the rules of createPosts, and collects every problem with its cell. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const { settings, connected, now } = rules
  const columnOf = (field: ImportField) => settings.columns.indexOf(field)
  const cell = (field: ImportField) => cells[columnOf(field)] ?? ''
  const columnsOf = (field: ImportField) =>
    settings.columns.flatMap((each, column) =>
      each === field ? [{ column, text: cells[column] ?? '' }] : [],
    )
  const problems: ImportProblem[] = []
  const warnings: ImportProblem[] = []
  const warn = (column: number, message: string) => warnings.push({ column, message, warning: true })
  /** Adds a problem to the first of the fields that is a column of the file. */
  const report = (fields: readonly ImportField[], message: string) => {
    const column = fields.map(columnOf).find(at => at >= 0) ?? null
    if (!problems.some(known => known.column === column && known.message === message))
      problems.push({ column, message })
  }
  const attempt = <Result>(fields: readonly ImportField[], run: () => Result): Result | undefined => {
    try {
      return run()
    } catch (error) {
      if (error instanceof TimeProblem)
        report(error.cell === 'time' ? ['time', 'date'] : [error.cell], error.message)
      else if (error instanceof DomainError)
        report(fields, Object.values(error.fields ?? {})[0] ?? error.message)
      else throw error
      return undefined
    }
  }

  for (const [column, text] of cells.entries())
    if (settings.columns[column] && FORMULA_ERROR.test(text))
      problems.push({ column, message: `This cell shows the error ${text}. Correct it in the spreadsheet.` })
  const { pictures, altTexts } = readMedia(columnsOf('pictures'), columnsOf('altTexts'), report)
  const isText = settings.textOnly && pictures.length === 0
  const chosen =
    readChoice({ columnsOf, cell, has: field => columnOf(field) >= 0 }, { report, warn }) ??
    readNetworks(cell('networks'), {
      connected,
      isText,
      report,
      warn: message => warn(columnOf('networks'), message),
    })
  const ownText = (platform: NetworkId) => cell(TEXT_OF[platform]) || textInChooser(cell(platform))
  const platforms = chosen.map(platform => ({
    platform,
    message: withLink(ownText(platform) || cell('text'), cell('link')),
    ...commentOn(platform, cell),
  }))
  for (const { column, text } of columnsOf('postType'))
    if (OTHER_KINDS.test(text))
      problems.push({
        column,
        message: `“${text.slice(0, 40)}” isn’t a kind of post that we publish. Leave this row out, or change the cell.`,
      })
  const draft = readMark(cell('draft'))
  if (draft !== false)
    report(
      ['draft'],
      'The file calls this a draft, so we don’t schedule it. Write no in this cell to schedule it.',
    )

  const isWithoutText = platforms.every(({ message }) => message.trim() === '')
  for (const [index, one] of platforms.entries()) {
    const { platform } = one
    const fields: ImportField[] = [
      cell(TEXT_OF[platform]) ? TEXT_OF[platform] : textInChooser(cell(platform)) ? platform : 'text',
      TEXT_OF[platform],
      platform,
    ]
    if (!connected.has(platform))
      attempt(['networks'], () => checkMessages([{ ...one, message: VALID_TEXT }], connected))
    else if (isWithoutText) report(['text', ...fields], POST_MESSAGES.noMessage)
    else if (one.message.trim() === '')
      report(fields, POST_MESSAGES.noMessageFor(networkFacts[platform].name))
    else {
      attempt(fields, () => checkMessages([{ ...one, firstComment: '' }], connected))
      if (one.firstComment)
        attempt(['firstComment'], () => checkMessages([{ ...one, message: VALID_TEXT }], connected))
    }
    if (pictures.length > 0 || settings.textOnly)
      attempt(['pictures'], () => mediaForNetwork(platform, undefined, pictures.map(kindOf)))
    else if (index === 0) attempt(['pictures'], () => checkMediaCount([], [], false))
  }
  if (pictures.length > 0) attempt(['pictures'], () => checkMediaCount(pictures, [], false))
  const timeZone =
    cell('timeZone') === '' ? undefined : attempt(['timeZone'], () => readZone(cell('timeZone')))
  const publishAt = attempt(['date'], () => {
    const { seconds, isRepeated } = readTime(
      { date: cell('date'), time: cell('time') },
      {
        timeZone: timeZone ?? settings.timeZone,
        dateOrder: settings.dateOrder,
        hasTimes: columnOf('time') >= 0,
      },
    )
    checkPublishTime(seconds, now)
    if (isRepeated)
      warn(
        columnOf(cell('time') === '' ? 'date' : 'time'),
        'The clocks go back that day, so this time comes twice. We take the first.',
      )
    return seconds
  })
  const labels = v.safeParse(Labels, splitLabels(cell('labels')))
  if (!labels.success) report(['labels'], labels.issues[0].message)
  const id = idOf(cells, settings)
  if (problems.length > 0 || publishAt === undefined) return { id, post: null, problems }

  const data = v.safeParse(PostData, {
    platforms,
    altTexts,
    labels: labels.output,
    timeZone: timeZone ?? settings.timeZone,
  })
  if (!data.success) return { id, post: null, problems: [{ column: null, message: data.issues[0].message }] }
  return {
    id,
    post: {
      platforms: data.output.platforms,
      publishAt,
      ...(timeZone !== undefined && { timeZone }),
      pictures,
      altTexts: data.output.altTexts,
      labels: data.output.labels,
    },
    problems: warnings,
  }
}

/** Returns a network's own comment, or the common one. Google takes none. */
function commentOn(platform: NetworkId, cell: (field: ImportField) => string): { firstComment?: string } {
  if (platform === 'google') return {}
  const text = cell(`${platform}Comment`) || cell('firstComment')
  return text === '' || text === NO_COMMENT ? {} : { firstComment: text }
}

/** Matches an error that a spreadsheet shows instead of a formula's result. */
const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/

type Report = (fields: readonly ImportField[], message: string) => void
type Column = { column: number; text: string }

/** Returns the text in a column that chooses its network; empty for a mark. */
const textInChooser = (text: string) => (readMark(text) === undefined ? text : '')

type Choosing = {
  columnsOf: (field: ImportField) => Column[]
  cell: (field: ImportField) => string
  has: (field: ImportField) => boolean
}

/**
 * Reads the columns that choose one network each, by a mark or by having its text.
 * @returns undefined if the file has none
 */
function readChoice(
  { columnsOf, cell, has }: Choosing,
  { report, warn }: { report: Report; warn: (column: number, message: string) => void },
): NetworkId[] | undefined {
  if (has('networks')) return undefined
  const others = columnsOf('otherNetwork').filter(({ text }) => readMark(text) !== false)
  const choosers = NETWORK_IDS.filter(has)
  if (choosers.length === 0 && columnsOf('otherNetwork').length === 0) {
    const isEach = !has('text') && NETWORK_IDS.some(network => has(TEXT_OF[network]))
    const withText = NETWORK_IDS.filter(network => cell(TEXT_OF[network]) !== '')
    return isEach && withText.length > 0 ? withText : undefined
  }
  const chosen = NETWORK_IDS.filter(
    network => cell(TEXT_OF[network]) !== '' || (has(network) && readMark(cell(network)) !== false),
  )
  for (const network of choosers)
    if (OTHER_KINDS.test(cell(network)) && cell(network).length < 40)
      report(
        [network],
        `We don’t publish a ${cell(network).toLowerCase()}. Leave this row out, or write yes.`,
      )
  if (chosen.length === 0)
    report(
      [...choosers, 'otherNetwork'],
      others.length > 0
        ? 'This row is only for networks that we don’t publish to.'
        : 'This row chooses no network. Write yes in the column of one.',
    )
  else for (const { column } of others) warn(column, OTHER_NETWORK)
  return chosen
}

const OTHER_NETWORK = 'We don’t publish to this network, so the post goes to the others only.'

type Available = {
  connected: ReadonlySet<NetworkId>
  isText: boolean
  report: Report
  warn: (message: string) => void
}

/** Reads a cell of networks. An empty one means every connected network; for a text-only post, every one that allows it. */
function readNetworks(text: string, { connected, isText, report, warn }: Available): NetworkId[] {
  const names = splitNetworks(text)
  if (names.length === 0 || names.some(isEveryNetwork)) {
    if (connected.size === 0) report(['networks'], POST_MESSAGES.noPlatform)
    const all = NETWORK_IDS.filter(network => connected.has(network))
    const takingText = all.filter(network => !networkFacts[network].needsMedia)
    return isText && takingText.length > 0 ? takingText : all
  }
  const found = new Set(names.map(networkNamed))
  const chosen = NETWORK_IDS.filter(network => found.has(network))
  const unknown = names.find(
    name => networkNamed(name) === undefined || (chosen.length === 0 && networkNamed(name) === 'other'),
  )
  if (unknown)
    report(
      ['networks'],
      `We don’t know the network “${unknown.slice(0, 40)}”. Write Facebook, Instagram or Google.`,
    )
  else if (found.has('other')) warn(OTHER_NETWORK)
  return chosen
}

const withLink = (text: string, link: string) =>
  link === '' || text === '' || text.includes(link) ? text : `${text}\n\n${link}`

function readUrls(text: string, report: (message: string) => void): string[] {
  const urls = text.split(/[\s|]+|,(?=\s*https?:)/).filter(Boolean)
  // A row with more files is rejected anyway.
  for (const url of urls.slice(0, MAX_FILES)) {
    const shown = url.length > 80 ? `${url.slice(0, 80)}…` : url
    if (!/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
      report(`“${shown}” isn’t a web address. Write it with https:// in front.`)
  }
  return urls
}

/** Reads one column of pictures with one of alt texts, or several, such as “Picture Url 1” with “Alt text picture 1”. */
function readMedia(columns: readonly Column[], altColumns: readonly Column[], report: Report) {
  const urls = columns.map(({ text }) => readUrls(text, message => report(['pictures'], message)))
  const pictures = urls.flat()
  if (altColumns.length < 2)
    return { pictures, altTexts: readAltTexts(altColumns[0]?.text ?? '', pictures.length, report) }
  const altTexts = urls.flatMap((list, at) =>
    list.map((_, index) => (index === 0 ? (altColumns[at]?.text ?? '') : '')),
  )
  return { pictures, altTexts: altTexts.some(text => text !== '') ? altTexts : [] }
}

/** Splits alt texts at bars, except those behind a backslash. */
function readAltTexts(text: string, pictures: number, report: Report): string[] {
  if (text === '') return []
  const texts = text.split(/(?<!\\)\|{1,2}/).map(one => one.replaceAll('\\|', '|').trim())
  if (texts.length > Math.max(1, pictures))
    report(
      ['altTexts'],
      `There are ${texts.length} alt texts for ${pictures === 1 ? 'one file' : `${pictures} files`}. Separate them by | in the order of the files.`,
    )
  return texts
}
