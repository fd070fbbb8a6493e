import * as v from 'valibot'

import { DomainError } from '#api/errors.ts'
import { checkMediaCount } from '#api/posts/gather-media.ts'
import { checkMessages, checkPublishTime, mediaForNetwork } from '#api/posts/new-post.ts'
import { MAX_FILES, type MediaKind } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import type { ImportField, ImportProblem, ImportSettings } from '#shared/posts/imports.ts'
import { Labels, splitLabels } from '#shared/posts/labels.ts'
import { type PlatformMessage, POST_MESSAGES, PostData } from '#shared/posts/posts.ts'
import { readTime, TimeProblem } from './times.ts'

export type ImportedPost = {
  platforms: PlatformMessage[]
  /** Unix seconds. */
  publishAt: number
  pictures: string[]
  altTexts: string[]
  /** Rows that an earlier release read lack them. */
  labels?: string[]
}

export type ReadRow =
  | { id: string; post: ImportedPost; problems: [] }
  | { id: string; post: null; problems: ImportProblem[] }

export type RowRules = { settings: ImportSettings; connected: ReadonlySet<NetworkId>; now: Date }

const NETWORK_NAMES: Record<string, NetworkId> = {
  facebook: 'facebook',
  fb: 'facebook',
  'facebook page': 'facebook',
  instagram: 'instagram',
  ig: 'instagram',
  insta: 'instagram',
  google: 'google',
  gbp: 'google',
  'google business': 'google',
  'google business profile': 'google',
  'google my business': 'google',
}
const TEXT_OF = { facebook: 'facebookText', instagram: 'instagramText', google: 'googleText' } as const
const VIDEO = /\.(mp4|mov|m4v|3gp|3g2|webm|mkv|avi)(\?|#|$)/i
/** Guesses from its name if a URL is that of a picture or a video. The worker checks the file itself. */
const kindOf = (url: string): MediaKind => (VIDEO.test(url) ? 'video' : 'image')

/** Builds a post from a row's cells by the rules of createPosts, and collects every problem with its cell. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const { settings, connected, now } = rules
  const columnOf = (field: ImportField) => settings.columns.indexOf(field)
  const cell = (field: ImportField) => cells[columnOf(field)] ?? ''
  const problems: ImportProblem[] = []
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
        report(error.cell === 'time' ? ['time', 'date'] : ['date'], error.message)
      else if (error instanceof DomainError)
        report(fields, Object.values(error.fields ?? {})[0] ?? error.message)
      else throw error
      return undefined
    }
  }

  const pictures = readUrls(cell('pictures'), message => report(['pictures'], message))
  const isText = settings.textOnly && pictures.length === 0
  const chosen = readNetworks(cell('networks'), { connected, isText }, message =>
    report(['networks'], message),
  )
  const platforms = chosen.map(platform => ({
    platform,
    message: withLink(cell(TEXT_OF[platform]) || cell('text'), cell('link')),
    ...(cell('firstComment') !== '' && platform !== 'google' && { firstComment: cell('firstComment') }),
  }))
  const altTexts = readAltTexts(cell('altTexts'), pictures.length, message => report(['altTexts'], message))

  const isWithoutText = platforms.every(({ message }) => message.trim() === '')
  for (const [index, one] of platforms.entries()) {
    const { platform } = one
    const fields: ImportField[] = [cell(TEXT_OF[platform]) ? TEXT_OF[platform] : 'text', TEXT_OF[platform]]
    if (!connected.has(platform))
      attempt(['networks'], () => checkMessages([{ ...one, message: 'x' }], connected))
    else if (isWithoutText) report(['text', ...fields], POST_MESSAGES.noMessage)
    else if (one.message.trim() === '')
      report(fields, POST_MESSAGES.noMessageFor(networkFacts[platform].name))
    else {
      attempt(fields, () => checkMessages([{ ...one, firstComment: '' }], connected))
      if (one.firstComment)
        attempt(['firstComment'], () => checkMessages([{ ...one, message: 'x' }], connected))
    }
    if (pictures.length > 0 || settings.textOnly)
      attempt(['pictures'], () => mediaForNetwork(platform, undefined, pictures.map(kindOf)))
    else if (index === 0) attempt(['pictures'], () => checkMediaCount([], [], false))
  }
  if (pictures.length > 0) attempt(['pictures'], () => checkMediaCount(pictures, [], false))
  const publishAt = attempt(['date'], () => {
    const seconds = readTime({ date: cell('date'), time: cell('time') }, settings)
    checkPublishTime(seconds, now)
    return seconds
  })
  const labels = v.safeParse(Labels, splitLabels(cell('labels')))
  if (!labels.success) report(['labels'], labels.issues[0].message)
  const id = cell('id').slice(0, 200)
  if (problems.length > 0 || publishAt === undefined) return { id, post: null, problems }

  const data = v.safeParse(PostData, {
    platforms,
    altTexts,
    labels: labels.output,
    timeZone: settings.timeZone,
  })
  if (!data.success) return { id, post: null, problems: [{ column: null, message: data.issues[0].message }] }
  return {
    id,
    post: {
      platforms: data.output.platforms,
      publishAt,
      pictures,
      altTexts: data.output.altTexts,
      labels: data.output.labels,
    },
    problems: [],
  }
}

type Available = { connected: ReadonlySet<NetworkId>; isText: boolean }

/** An empty cell means every network of the business; for a post without pictures, every one that takes text alone. */
function readNetworks(
  text: string,
  { connected, isText }: Available,
  report: (message: string) => void,
): NetworkId[] {
  const names = text
    .split(/[,;|/+&\n]|\band\b/)
    .map(name => name.trim())
    .filter(Boolean)
  if (names.length === 0 || names.some(name => name.toLowerCase() === 'all')) {
    if (connected.size === 0) report(POST_MESSAGES.noPlatform)
    const all = NETWORK_IDS.filter(network => connected.has(network))
    const takingText = all.filter(network => !networkFacts[network].needsMedia)
    return isText && takingText.length > 0 ? takingText : all
  }
  const unknown = names.find(name => !NETWORK_NAMES[name.toLowerCase()])
  if (unknown)
    report(`We don’t know the network “${unknown.slice(0, 40)}”. Write Facebook, Instagram or Google.`)
  return NETWORK_IDS.filter(network => names.some(name => NETWORK_NAMES[name.toLowerCase()] === network))
}

const withLink = (text: string, link: string) =>
  link === '' || text === '' || text.includes(link) ? text : `${text}\n\n${link}`

function readUrls(text: string, report: (message: string) => void): string[] {
  const urls = text.split(/[\s|]+|,(?=\s*https?:)/).filter(Boolean)
  // Stops here, because a row with more is rejected anyway.
  for (const url of urls.slice(0, MAX_FILES)) {
    const shown = url.length > 80 ? `${url.slice(0, 80)}…` : url
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      report(`“${shown}” isn’t a web address. Write it with https:// in front.`)
  }
  return urls
}

function readAltTexts(text: string, pictures: number, report: (message: string) => void): string[] {
  if (text === '') return []
  const texts = text.split('|').map(one => one.trim())
  if (texts.length > Math.max(1, pictures))
    report(
      `There are ${texts.length} alt texts for ${pictures === 1 ? 'one file' : `${pictures} files`}. Separate them by | in the order of the files.`,
    )
  return texts
}
