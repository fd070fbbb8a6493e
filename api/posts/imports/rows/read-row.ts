import * as v from 'valibot'

import { NAMES_NETWORK } from '#api/networks/names.ts'
import { checkMediaCount, checkPublishTime, mediaForNetwork } from '#api/posts/post/input.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { formatList } from '#shared/format-list.ts'
import { MAX_ALT_TEXT, MAX_FILES, type MediaKind } from '#shared/media/media.ts'
import {
  keyedByNetwork,
  NETWORK_IDS,
  type NetworkId,
  networks as networkFacts,
  formatAlternatives,
} from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import { extrasProblem } from '#shared/posts/extras-rules.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { unknownFieldProblem } from '#shared/posts/fields.ts'
import { commentProblem, MAX_COMMENT, takesFirstComment } from '#shared/posts/first-comments.ts'
import {
  filesOf,
  IMPORT_MESSAGES,
  type ImportedPost,
  type ImportField,
  type ImportProblem,
  type ImportSettings,
  NO_COMMENT,
} from '#shared/posts/imports.ts'
import { Labels, splitLabels } from '#shared/posts/labels.ts'
import { NOT_CONNECTED, type PlatformMessage, POST_MESSAGES, PostData } from '#shared/posts/posts.ts'
import { isStory, STORY_NAME } from '#shared/posts/stories.ts'
import { hasVisible } from '#shared/text/characters.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { textOf } from './columns.ts'
import {
  isEveryNetwork,
  isStoryMark,
  networkNamed,
  OTHER_KINDS,
  POST_KIND,
  readMark,
  splitNetworks,
  STORY,
} from './marks.ts'
import { isMidnight, splitMoment } from './moments.ts'
import { readStatus } from './status.ts'
import { readTime, TimeProblem } from './times.ts'
import { isOffset, readZone, seasonWarning } from './zones.ts'

type ReadRow = { id: string; post: ImportedPost | null; problems: ImportProblem[] }

export type RowRules = {
  settings: ImportSettings
  connected: ReadonlySet<NetworkId>
  now: Date
  library: Library
}

/** Links of the library's files by their names, as `nameKey` returns them. */
export type Library = ReadonlyMap<string, readonly string[]>

/** Returns a file's name as another program may write it: in any case, and with composed or separate accents. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase()

const VIDEO = /\.(mp4|mov|m4v|3gp|3g2|webm|mkv|avi)(\?|#|$)/i
/** Guesses the kind of a file from its URL. The worker checks the file itself. */
const kindOf = (url: string): MediaKind => (VIDEO.test(url) ? 'video' : 'image')

const MAX_ID = 200

export const idOf = (cells: readonly string[], { columns }: ImportSettings): string =>
  (cells[columns.indexOf('id')] ?? '').slice(0, MAX_ID)

/** Builds a post from a row's cells by the rules of createPosts, and collects every problem with its cell. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const { settings } = rules
  const id = idOf(cells, settings)
  const long = longCells(cells, settings)
  if (long.length > 0) return { id, post: null, problems: long }
  const row = readCells(cells, settings)
  const { pictures, altTexts } = readMedia(row, rules)
  const platforms = readPlatforms(row, pictures, rules)
  const cover = readCover(row, { platforms, pictures }, rules)
  const place = readPlace(row, platforms, rules)
  checkKind(row)
  checkPlatforms(row, { platforms, pictures }, rules)
  const zone = row.attempt(['timeZone'], () => readZone(row.cell('timeZone'), settings.timeZone))
  const publishAt = row.attempt(['date'], () => readPublishAt(row, zone ?? settings.timeZone, rules))
  const labels = v.safeParse(Labels, splitLabels(row.cell('labels')))
  if (!labels.success) row.report(['labels'], labels.issues[0].message)
  if (row.problems.length > 0 || publishAt === undefined) return { id, post: null, problems: row.problems }

  // An offset such as +10:00 isn't stored: the post gets the import's time zone.
  const own = zone !== undefined && !isOffset(zone) ? zone : undefined
  const data = v.safeParse(PostData, {
    platforms,
    altTexts,
    labels: labels.output,
    timeZone: own ?? settings.timeZone,
  })
  if (!data.success) return { id, post: null, problems: [{ column: null, message: data.issues[0].message }] }
  const { platforms: parsed, altTexts: parsedAlts, labels: parsedLabels } = data.output
  return {
    id,
    post: {
      platforms: parsed,
      publishAt,
      ...(own !== undefined && { timeZone: own }),
      pictures: [...pictures, ...(typeof cover === 'string' ? [cover] : [])],
      altTexts: parsedAlts,
      labels: parsedLabels,
      ...(cover !== undefined && { cover: typeof cover === 'string' ? ('picture' as const) : cover }),
      ...(place && { place }),
    },
    problems: row.warnings,
  }
}

/** Returns the networks that a row chooses, whatever else is wrong with it. */
export function networksOf(cells: readonly string[], rules: RowRules): NetworkId[] {
  if (longCells(cells, rules.settings).length > 0) return []
  const row = readCells(cells, rules.settings)
  return readPlatforms(row, readMedia(row, rules).pictures, rules).map(({ platform }) => platform)
}

/** Returns the networks that the row names, but that don't get the post because it has no picture. */
export function leftOutOf(cells: readonly string[], rules: RowRules): NetworkId[] {
  const chosen = networksOf(cells, rules)
  if (chosen.length === 0) return []
  const row = readCells(cells, rules.settings)
  const named =
    chosenByColumns(row) ?? (row.cell('networks') === '' ? [] : namedNetworks(row, rules.connected))
  return named.filter(network => networkFacts[network].needsMedia && !chosen.includes(network))
}

/** Maximum length of a text on any network. */
const MAX_TEXT = Math.max(...NETWORK_IDS.map(network => networkFacts[network].maxChars))
const MAX_URL = 2000
const MAX_OTHER = 1000
/** Maximum characters of a cell by its field. */
const MAX_CHARS: Partial<Record<ImportField, number>> = {
  text: MAX_TEXT,
  ...keyedByNetwork('', () => MAX_TEXT),
  ...keyedByNetwork('Text', () => MAX_TEXT),
  firstComment: MAX_COMMENT,
  ...keyedByNetwork('Comment', () => MAX_COMMENT),
  pictures: MAX_FILES * MAX_URL,
  altTexts: MAX_FILES * MAX_ALT_TEXT,
  link: MAX_URL,
}

/** Reports cells over the limit of their field. Runs first, so that no other function reads them. */
const longCells = (cells: readonly string[], { columns }: ImportSettings): ImportProblem[] =>
  columns.flatMap((field, column) => {
    const [chars, max] = [cells[column]?.length ?? 0, (field && MAX_CHARS[field]) ?? MAX_OTHER]
    if (!field || chars <= max) return []
    const [long, limit] = [chars, max].map(count => count.toLocaleString('en-AU'))
    return [{ column, message: `This cell has ${long} characters, and we read up to ${limit}. Shorten it.` }]
  })

/** Returns the row's networks, each with its text, its first comment and its choice of files. */
function readPlatforms(row: Row, pictures: readonly string[], { connected, settings }: RowRules) {
  const named = chosenByColumns(row) ?? namedNetworks(row, connected)
  const chosen = settings.textOnly && pictures.length === 0 ? takingText(named) : named
  const stories = storiesOf(row, chosen)
  return chosen.map((platform): PlatformMessage => {
    const text = withLink(ownText(row, platform) || row.cell('text'), row.cell('link'))
    const files = readFilesOf(row, platform, pictures.length)
    return stories.includes(platform)
      ? { platform, message: text.trim() || STORY_NAME, ...files, extras: { ...NO_EXTRAS, kind: 'story' } }
      : { platform, message: text, ...files, ...commentOn(platform, row) }
  })
}

/**
 * Returns the networks on which a row is a story: those that it names beside the word, or all that have stories. Reports a row
 * that names another kind, too.
 */
function storiesOf(row: Row, chosen: readonly NetworkId[]): NetworkId[] {
  const kinds = row.columnsOf('postType').filter(({ text }) => text !== '')
  const stories = kinds.filter(({ text }) => STORY.test(text))
  reportSeveralKinds(row, stories)
  const named = [
    ...splitNetworks(row.cell('networks')).filter(name => STORY.test(name)),
    ...stories.flatMap(({ text }) => splitNetworks(text)).filter(part => !isOtherKind(part)),
  ].flatMap(name => networkAfter(name) ?? [])
  const marked = chosen.filter(network => isStoryMark(row.cell(network)))
  const own = [...named, ...marked]
  if (own.length > 0) return chosen.filter(network => own.includes(network))
  if (stories.length === 0) return []
  const able = chosen.filter(network => networkFacts[network].story)
  const [first] = able
  if (first && stories.length < kinds.length && able.length > 1)
    row.report(
      ['postType'],
      `Write on which network it is a story, as “Story on ${networkFacts[first].shortName}”.`,
    )
  return able
}

/** Reports cells by which a network would get a story and something else: “Post + Story”, “Instagram, Instagram Story”. */
function reportSeveralKinds(row: Row, kinds: readonly Column[]): void {
  const several = (text: string) =>
    `“${text.slice(0, 40)}” names several kinds of post. Write one here, and add another row for the other.`
  for (const { column, text } of kinds) {
    const parts = splitNetworks(text)
    const others = parts.filter(isOtherKind).map(networkAfter)
    const stories = parts.filter(part => !isOtherKind(part)).map(networkAfter)
    if (others.some(other => !other || stories.includes(other) || stories.includes(undefined)))
      row.problems.push({ column, message: several(text) })
  }
  const names = splitNetworks(row.cell('networks'))
  const posts = names.filter(name => !STORY.test(name)).map(networkAfter)
  if (names.some(name => STORY.test(name) && posts.includes(networkAfter(name))))
    row.report(['networks'], several(row.cell('networks')))
}

/** True for a part such as “Reel” or “Facebook post”, beside a story. */
const isOtherKind = (part: string) =>
  POST_KIND.test(part) || (!STORY.test(part) && !networkAfter(part) && /\p{L}/u.test(part))

/** Returns the network of “Story on Instagram” or “Instagram story”. */
function networkAfter(name: string): NetworkId | undefined {
  const network = networkNamed(name) ?? networkNamed(name.replace(/^.*\bon\s+/i, ''))
  return network === 'other' ? undefined : network
}

/**
 * Drops the networks that need a picture, as the composer does for a post without one. If all of a row's networks do, keeps
 * them.
 */
function takingText(chosen: NetworkId[]): NetworkId[] {
  const taking = chosen.filter(network => !networkFacts[network].needsMedia)
  return taking.length > 0 ? taking : chosen
}

/**
 * Returns a network's own text; empty if it has none. Without a column for it, or for the common text, the column that chooses
 * the network may hold the text instead of a mark.
 */
const ownText = (row: Row, platform: NetworkId) =>
  row.cell(textOf(platform)) ||
  (readMark(row.cell(platform)) === undefined &&
  !isStoryMark(row.cell(platform)) &&
  !hasTextFor(row, platform)
    ? row.cell(platform)
    : '')

/** Reads the numbers of the files that one network gets, counted from 1 as in our export. */
function readFilesOf({ cell, report }: Row, platform: NetworkId, files: number): { media?: number[] } {
  const field = filesOf(platform)
  const numbers = cell(field).match(/\d+/g)?.map(Number) ?? []
  if (numbers.length === 0) return {}
  const wrong = numbers.find(number => number < 1 || number > files)
  if (wrong !== undefined)
    report([field], `There is no file ${wrong}. Write the numbers of this row’s files, for example 1, 3.`)
  return { media: numbers.map(number => number - 1) }
}

function checkKind({ cell, columnsOf, problems, report }: Row) {
  if (readStatus(cell('status')) === 'draft')
    report(
      ['status'],
      'The file calls this a draft, so we don’t schedule it. Change this cell to schedule it.',
    )
  for (const { column, text } of columnsOf('postType'))
    if (OTHER_KINDS.test(text))
      problems.push({
        column,
        message: `“${text.slice(0, 40)}” isn’t a kind of post that we publish. Leave this row out, or change the cell.`,
      })
  if (readMark(cell('draft')) !== false)
    report(
      ['draft'],
      'The file calls this a draft, so we don’t schedule it. Write no in this cell to schedule it.',
    )
}

/** Checks each network's text, comment and files by its rules. */
function checkPlatforms(
  row: Row,
  { platforms, pictures }: { platforms: PlatformMessage[]; pictures: string[] },
  { settings, connected }: RowRules,
) {
  const { attempt, report } = row
  const isWithoutText = platforms.every(({ message }) => !hasVisible(message))
  // These networks can't publish the row as text alone.
  const needsPicture = platforms.every(({ platform }) => networkFacts[platform].needsMedia)
  for (const [index, one] of platforms.entries()) {
    const { platform } = one
    const own = row.cell(textOf(platform)) ? textOf(platform) : ownText(row, platform) ? platform : 'text'
    const fields: ImportField[] = [own, textOf(platform), platform]
    if (!connected.has(platform)) report(['networks'], NOT_CONNECTED[platform])
    else if (isWithoutText) report(['text', ...fields], POST_MESSAGES.noMessage)
    else if (!hasVisible(one.message)) report(fields, POST_MESSAGES.noMessageFor(networkFacts[platform].name))
    else {
      const check = (at: ImportField[], problem: string | undefined) => problem && report(at, problem)
      check(['postType', 'networks', platform], extrasProblem(platform, one.extras ?? null)?.message)
      if (!isStory(one)) check(fields, messageProblem(platform, one.message))
      check(fields, unknownFieldProblem(isStory(one) ? '' : one.message))
      check(['firstComment'], commentProblem(platform, one.firstComment ?? ''))
    }
    if (pictures.length > 0 || settings.textOnly || needsPicture)
      attempt(one.media ? [filesOf(platform), 'pictures'] : ['pictures'], () =>
        mediaForNetwork(platform, one.media, pictures.map(kindOf), isStory(one)),
      )
    else if (index === 0) attempt(['pictures'], () => checkMediaCount(0, false))
  }
  if (pictures.length > 0) attempt(['pictures'], () => checkMediaCount(pictures.length, false))
}

/** Returns the Unix time of the row. */
function readPublishAt({ cell, columnOf, has, warn }: Row, zone: string, { settings, now }: RowRules) {
  const timeColumn = columnOf(cell('time') === '' ? 'date' : 'time')
  const { seconds, isRepeated, doubt } = readTime(
    {
      date: cell('date'),
      time: cell('time'),
      ...(has('minute') && { minute: cell('minute') }),
      ...(has('halfDay') && { halfDay: cell('halfDay') }),
    },
    { timeZone: zone, dateOrder: settings.dateOrder, hasTimes: columnOf('time') >= 0, now },
  )
  checkTimeOf(cell('date'), { seconds, zone, now })
  if (doubt) warn(columnOf('date'), doubt)
  if (isRepeated)
    warn(timeColumn, 'The clocks go back that day, so this time comes twice. We take the first.')
  if (!has('time') && isMidnight(splitMoment(cell('date')))) warn(columnOf('date'), IMPORT_MESSAGES.midnight)
  const warning = isOffset(zone) ? seasonWarning(zone, settings.timeZone, seconds) : undefined
  if (warning) warn(columnOf('timeZone'), warning)
  return seconds
}

/** Checks a time. If its day can be read in several ways, the message says how we read it. */
function checkTimeOf(date: string, { seconds, zone, now }: { seconds: number; zone: string; now: Date }) {
  try {
    checkPublishTime(seconds, now)
  } catch (error) {
    if (!(error instanceof DomainError) || /^\d{4}-/.test(date)) throw error
    const day = new Date(seconds * 1000).toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: zone })
    const message = Object.values(error.fields ?? {})[0] ?? error.message
    throw new DomainError('invalid', `${message} Read as ${day}.`)
  }
}

/** Returns a network's own comment, or the common one. */
function commentOn(platform: NetworkId, { cell }: Row): { firstComment?: string } {
  if (!takesFirstComment(platform)) return {}
  const text = cell(`${platform}Comment`) || cell('firstComment')
  return text === '' || text === NO_COMMENT ? {} : { firstComment: text }
}

const withLink = (text: string, link: string) =>
  link === '' || text === '' || text.includes(link) ? text : `${text}\n\n${link}`

/** Returns the URLs in a cell, and the links of the library's files that it names. Reports the rest. */
function readFiles(text: string, library: Library, report: (message: string, missing?: string) => void) {
  const linksTo = (name: string) =>
    (URL_START.test(name)
      ? undefined
      : (library.get(nameKey(name)) ?? library.get(nameKey(name.split(/[\\/]/).at(-1) ?? '')))) ?? []
  const files = text
    .split(/[|\n\r]+|[,;]?\s+(?=https?:)|[,;](?=https?:)/i)
    .map(part => part.replace(/^[\s,;]+|[\s,;]+$/g, ''))
    .filter(Boolean)
    .flatMap(part => splitNames(part, name => linksTo(name).length > 0))
  // A row with more files is rejected anyway.
  return files.map((file, at) => {
    if (at >= MAX_FILES) return file
    const shown = file.length > 80 ? `${file.slice(0, 80)}…` : file
    const [link, ...others] = linksTo(file)
    if (/^https?:$/.test(parseUrl(file)?.protocol ?? '')) {
      if (/\s/.test(file)) report(`The web address “${shown}” has a space. Write %20 instead.`)
    } else if (others.length > 0) report(IMPORT_MESSAGES.severalFiles(shown, others.length + 1))
    else if (!link && ADDRESS.test(file))
      report(`“${shown}” isn’t a web address. Write it with https:// in front.`)
    else if (!link) report(IMPORT_MESSAGES.notInLibrary(shown), shown)
    return link ?? file
  })
}

/** Matches an address without https, or with another protocol: www.example.com/a.jpg, ftp://example.com/a.jpg. */
const ADDRESS = /^(www\.|[\w-]+(\.[\w-]+)+\/|\w+:\/\/)/i
const URL_START = /^https?:/i
const FILE_NAME = /.\.[a-z\d]{2,5}$/i
const MAX_WORDS = 12

/** Splits a part of a cell into names of files, which may contain spaces. A part of other words stays whole. */
function splitNames(part: string, isKnown: (name: string) => boolean): string[] {
  if (isKnown(part)) return [part]
  const words = part.split(/[,;]?\s+/)
  if (URL_START.test(part)) {
    const names = knownNames(words.slice(1), isKnown)
    return names ? [words[0] ?? '', ...names] : [part]
  }
  const pieces = part.split(/\s*[,;]\s*/).filter(Boolean)
  if (pieces.length > 1) return pieces.flatMap(piece => splitNames(piece, isKnown))
  return knownNames(words, isKnown) ?? (words.every(word => FILE_NAME.test(word)) ? words : [part])
}

/** Returns the names of known files that words make up; undefined if a word is left. */
function knownNames(words: readonly string[], isKnown: (name: string) => boolean): string[] | undefined {
  const names: string[] = []
  for (let at = 0; at < words.length;) {
    const longest = Array.from({ length: MAX_WORDS }, (_, index) => words.slice(at, at + MAX_WORDS - index))
    const known = longest.find(name => isKnown(name.join(' ')))
    if (!known || names.length > MAX_FILES) return undefined
    names.push(known.join(' '))
    at += known.length
  }
  return names
}

/** Reads one column of pictures with one of alt texts, or several, such as “Picture Url 1” with “Alt text picture 1”. */
function readMedia({ columnsOf, report }: Row, { library }: Pick<RowRules, 'library'>) {
  const urls = columnsOf('pictures').map(({ text }) =>
    readFiles(text, library, (message, file) =>
      report(['pictures'], message, file === undefined ? {} : { file }),
    ),
  )
  const pictures = urls.flat()
  const altColumns = columnsOf('altTexts')
  if (altColumns.length < 2)
    return {
      pictures,
      altTexts: readAltTexts(altColumns[0]?.text ?? '', pictures.length, message =>
        report(['altTexts'], message),
      ),
    }
  const altTexts = urls.flatMap((list, at) =>
    list.map((_, index) => (index === 0 ? (altColumns[at]?.text ?? '') : '')),
  )
  return { pictures, altTexts: altTexts.some(text => text !== '') ? altTexts : [] }
}

const MOMENT = /^(\d{1,5}(?:[.,]\d{1,3})?) ?s(?:ec|econds?)?$/i

/** Returns the link of the picture that is the cover of a row's video, or a moment in milliseconds. */
function readCover(
  { cell, report }: Row,
  { platforms, pictures }: { platforms: PlatformMessage[]; pictures: string[] },
  { library }: Pick<RowRules, 'library'>,
): string | number | undefined {
  const text = cell('cover')
  if (text === '') return undefined
  const taking = platforms.filter(one => networkFacts[one.platform].covers && !isStory(one))
  const isVideo = ({ media = [...pictures.keys()] }: PlatformMessage) =>
    media.length === 1 && kindOf(pictures[media[0] ?? 0] ?? '') === 'video'
  if (taking.length === 0) report(['cover'], IMPORT_MESSAGES.coverElsewhere)
  else if (!taking.every(isVideo)) report(['cover'], IMPORT_MESSAGES.coverWithoutVideo)
  const seconds = MOMENT.exec(text)?.[1]
  if (seconds !== undefined) return Math.round(Number(seconds.replace(',', '.')) * 1000)
  const [file, ...others] = readFiles(text, library, (message, missing) =>
    report(['cover'], message, missing === undefined ? {} : { file: missing }),
  )
  if (others.length > 0) report(['cover'], 'A video has one cover. Leave one picture in this cell.')
  return file
}

const hasPage = (connected: ReadonlySet<NetworkId>) =>
  NETWORK_IDS.some(network => networkFacts[network].account.choice === 'Page' && connected.has(network))

/** Returns true for a row that shows the address of its business's Page. */
function readPlace({ cell, report }: Row, platforms: PlatformMessage[], { connected }: RowRules): boolean {
  const mark = readMark(cell('place'))
  if (mark === undefined)
    report(['place'], `We don’t know the mark “${cell('place').slice(0, 40)}”. Write yes or leave it empty.`)
  else if (mark && !platforms.some(one => networkFacts[one.platform].places && !isStory(one)))
    report(['place'], IMPORT_MESSAGES.placeElsewhere)
  else if (mark && !hasPage(connected)) report(['place'], IMPORT_MESSAGES.placeWithoutPage)
  return mark === true
}

/** Splits alt texts at bars, except those behind a backslash. */
function readAltTexts(text: string, pictures: number, report: (message: string) => void): string[] {
  if (text === '') return []
  const texts = text.split(/(?<!\\)\|{1,2}/).map(one => one.replaceAll('\\|', '|').trim())
  if (texts.length > Math.max(1, pictures))
    report(
      `There are ${texts.length} alt texts for ${pictures === 1 ? 'one file' : `${pictures} files`}. Separate them by | in the order of the files.`,
    )
  return texts
}

type Row = ReturnType<typeof readCells>
type Column = { column: number; text: string }

/** Returns a row's cells by their fields, and collects the problems that are found in them. */
function readCells(cells: readonly string[], { columns }: ImportSettings) {
  const columnOf = (field: ImportField) => columns.indexOf(field)
  const problems: ImportProblem[] = []
  const warnings: ImportProblem[] = []
  /** Adds a problem to the first of the fields that is a column of the file. */
  const report = (
    fields: readonly ImportField[],
    message: string,
    more: Pick<ImportProblem, 'file' | 'day'> = {},
  ) => {
    const column = fields.map(columnOf).find(at => at >= 0) ?? null
    if (!problems.some(known => known.column === column && known.message === message))
      problems.push({ column, message, ...more })
  }
  return {
    problems,
    warnings,
    report,
    columnOf,
    ignored: columns.flatMap((field, column) => (field ? [] : { column, text: cells[column] ?? '' })),
    has: (field: ImportField) => columnOf(field) >= 0,
    cell: (field: ImportField) => cells[columnOf(field)] ?? '',
    columnsOf: (field: ImportField): Column[] =>
      columns.flatMap((each, column) => (each === field ? [{ column, text: cells[column] ?? '' }] : [])),
    warn: (column: number, message: string) => warnings.push({ column, message, warning: true }),
    /** Runs a check, and reports the problem that it throws. */
    attempt<Result>(fields: readonly ImportField[], run: () => Result): Result | undefined {
      try {
        return run()
      } catch (error) {
        if (error instanceof TimeProblem)
          report(error.cell === 'time' ? ['time', 'date'] : [error.cell], error.message, {
            ...(error.day && { day: error.day.toString() }),
          })
        else if (error instanceof DomainError)
          report(fields, Object.values(error.fields ?? {})[0] ?? error.message)
        else throw error
        return undefined
      }
    },
  }
}

/**
 * Returns the networks that a row chooses by columns named after them, with a mark such as yes or a text.
 * @returns undefined if the file has no such columns
 */
function chosenByColumns(row: Row): NetworkId[] | undefined {
  const { columnsOf, cell, has, report, warn } = row
  if (has('networks')) return undefined
  const others = columnsOf('otherNetwork').filter(({ text }) => readMark(text) !== false)
  const choosers = NETWORK_IDS.filter(has)
  if (choosers.length === 0 && columnsOf('otherNetwork').length === 0) {
    const isEach = !has('text') && NETWORK_IDS.some(network => has(textOf(network)))
    const withText = NETWORK_IDS.filter(network => cell(textOf(network)) !== '')
    return isEach && withText.length > 0 ? withText : undefined
  }
  const chosen = NETWORK_IDS.filter(network =>
    cell(network) === '' ? cell(textOf(network)) !== '' : readMark(cell(network)) !== false,
  )
  for (const network of choosers)
    if (OTHER_KINDS.test(cell(network)) && cell(network).length < 40)
      report(
        [network],
        `We don’t publish a ${cell(network).toLowerCase()}. Leave this row out, or write yes.`,
      )
    else if (readMark(cell(network)) === undefined && !isStoryMark(cell(network)) && hasTextFor(row, network))
      report(
        [network],
        `We don’t know the mark “${cell(network).slice(0, 40)}”. Write yes or leave it empty.`,
      )
  if (chosen.length === 0)
    report(
      [...choosers, 'otherNetwork'],
      others.length > 0
        ? 'This row is only for networks that we don’t publish to.'
        : 'This row chooses no network. Write yes in the column of one.',
    )
  else for (const { column } of others) warn(column, otherNetwork([]))
  return chosen
}

/** @param names names of networks in the row; empty if the column is named after the network */
const otherNetwork = (names: readonly string[]) =>
  `We don’t publish to ${formatList(names.map(name => name.trim().slice(0, 40))) || 'this network'}, so the post goes to the others only.`

const MAX_NAMES = 60

/** Returns the networks that a row names in its cell of networks. An empty one means every connected network. */
function namedNetworks(
  { cell, columnOf, ignored, report, warn }: Row,
  connected: ReadonlySet<NetworkId>,
): NetworkId[] {
  const names = splitNetworks(cell('networks'))
  if (names.length === 0)
    for (const { column, text } of ignored)
      if (text.length < MAX_NAMES && NAMES_NETWORK.test(text))
        warn(
          column,
          'This may name networks. We don’t read this column, so the post goes to every connected network.',
        )
  if (names.length === 0 || names.some(isEveryNetwork)) {
    if (connected.size === 0) report(['networks'], POST_MESSAGES.noPlatform)
    return NETWORK_IDS.filter(network => connected.has(network))
  }
  const found = new Set(names.map(networkNamed))
  const chosen = NETWORK_IDS.filter(network => found.has(network))
  const unknown = names.find(
    name => networkNamed(name) === undefined || (chosen.length === 0 && networkNamed(name) === 'other'),
  )
  if (unknown)
    report(
      ['networks'],
      `We don’t know the network “${unknown.slice(0, 40)}”. Write ${formatAlternatives(NETWORK_IDS.map(id => networkFacts[id].shortName))}.`,
    )
  else if (found.has('other'))
    warn(columnOf('networks'), otherNetwork(names.filter(name => networkNamed(name) === 'other')))
  return chosen
}

/** Returns true if the file has a column for the network's text, its own or the common one. */
const hasTextFor = ({ has }: Row, platform: NetworkId) => has('text') || has(textOf(platform))
