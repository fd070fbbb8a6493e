import * as v from 'valibot'

import { toPublishTime } from '#api/posts/post/input.ts'
import { checkMediaCount, mediaForNetwork } from '#api/posts/post/plan-content.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import { extrasProblem } from '#shared/posts/extras-rules.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { unknownFieldProblem } from '#shared/posts/fields.ts'
import { commentProblem, takesFirstComment } from '#shared/posts/first-comments.ts'
import {
  filesOf,
  IMPORT_MESSAGES,
  type ImportedPost,
  type ImportField,
  type ImportProblem,
  type ImportSettings,
  NONE_CELL,
} from '#shared/posts/imports.ts'
import { Labels, splitLabels } from '#shared/posts/labels.ts'
import { NOT_CONNECTED, type PlatformMessage, POST_MESSAGES, PostData } from '#shared/posts/posts.ts'
import { isStory, STORY_NAME } from '#shared/posts/stories.ts'
import { hasVisible } from '#shared/text/characters.ts'
import { textFieldOf } from './columns.ts'
import { OTHER_KINDS, readMark } from './marks.ts'
import { isMidnight, splitMoment } from './moments.ts'
import { guessKind, readCover, readFilesOf, readMedia } from './row-files.ts'
import { chosenByColumns, namedNetworks, ownText, readStories, withoutMediaNetworks } from './row-networks.ts'
import { findLongCells, createRow, type Row, type RowRules } from './row.ts'
import { readStatus } from './status.ts'
import { readTime } from './times.ts'
import { isOffset, readZone, seasonWarning } from './zones.ts'

type ReadRow = { id: string; post: ImportedPost | null; problems: ImportProblem[] }

const MAX_ID = 200

export const rowIdOf = (cells: readonly string[], { columns }: ImportSettings): string =>
  (cells[columns.indexOf('id')] ?? '').slice(0, MAX_ID)

/** Builds a post from a row's cells by the rules of createPosts, and collects every problem with its cell. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const { settings } = rules
  const id = rowIdOf(cells, settings)
  const long = findLongCells(cells, settings)
  if (long.length > 0) return { id, post: null, problems: long }
  const row = createRow(cells, settings)
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
export function readNetworks(cells: readonly string[], rules: RowRules): NetworkId[] {
  if (findLongCells(cells, rules.settings).length > 0) return []
  const row = createRow(cells, rules.settings)
  return readPlatforms(row, readMedia(row, rules).pictures, rules).map(({ platform }) => platform)
}

/** Returns the networks that the row names, but that don't get the post because it has no picture. */
export function readNetworksLeftOut(cells: readonly string[], rules: RowRules): NetworkId[] {
  const chosen = readNetworks(cells, rules)
  if (chosen.length === 0) return []
  const row = createRow(cells, rules.settings)
  const named =
    chosenByColumns(row) ?? (row.cell('networks') === '' ? [] : namedNetworks(row, rules.connected))
  return named.filter(network => networkFacts[network].needsMedia && !chosen.includes(network))
}

/** Returns the row's networks, each with its text, its first comment and its choice of files. */
function readPlatforms(row: Row, pictures: readonly string[], { connected, settings }: RowRules) {
  const named = chosenByColumns(row) ?? namedNetworks(row, connected)
  const chosen = settings.textOnly && pictures.length === 0 ? withoutMediaNetworks(named) : named
  const stories = readStories(row, chosen)
  return chosen.map((platform): PlatformMessage => {
    const text = withLink(ownText(row, platform) || row.cell('text'), row.cell('link'))
    const files = readFilesOf(row, platform, pictures.length)
    return stories.includes(platform)
      ? { platform, message: text.trim() || STORY_NAME, ...files, extras: { ...NO_EXTRAS, kind: 'story' } }
      : { platform, message: text, ...files, ...commentOn(platform, row) }
  })
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
    const own = row.cell(textFieldOf(platform))
      ? textFieldOf(platform)
      : ownText(row, platform)
        ? platform
        : 'text'
    const fields: ImportField[] = [own, textFieldOf(platform), platform]
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
        mediaForNetwork(platform, one.media, pictures.map(guessKind), isStory(one)),
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
  checkTime(cell('date'), { seconds, zone, now })
  if (doubt) warn(columnOf('date'), doubt)
  if (isRepeated)
    warn(timeColumn, 'The clocks go back that day, so this time comes twice. We take the first.')
  if (!has('time') && isMidnight(splitMoment(cell('date')))) warn(columnOf('date'), IMPORT_MESSAGES.midnight)
  const warning = isOffset(zone) ? seasonWarning(zone, settings.timeZone, seconds) : undefined
  if (warning) warn(columnOf('timeZone'), warning)
  return seconds
}

/** Checks a time. If its day can be read in several ways, the message says how we read it. */
function checkTime(date: string, { seconds, zone, now }: { seconds: number; zone: string; now: Date }) {
  try {
    toPublishTime(seconds, now)
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
  return text === '' || text === NONE_CELL ? {} : { firstComment: text }
}

const withLink = (text: string, link: string) =>
  link === '' || text === '' || text.includes(link) ? text : `${text}\n\n${link}`

/** Returns true for a row that shows the address of its business's Page. */
function readPlace({ cell, report }: Row, platforms: PlatformMessage[], { connected }: RowRules): boolean {
  const mark = readMark(cell('place'))
  if (mark === undefined)
    report(['place'], `We don’t know the mark “${cell('place').slice(0, 40)}”. Write yes or leave it empty.`)
  else if (mark && !platforms.some(one => networkFacts[one.platform].takesPlace && !isStory(one)))
    report(['place'], IMPORT_MESSAGES.placeElsewhere)
  else if (mark && ![...connected].some(network => networkFacts[network].account.choice === 'Page'))
    report(['place'], IMPORT_MESSAGES.placeWithoutPage)
  return mark === true
}
