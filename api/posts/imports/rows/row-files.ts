import { MAX_FILES, type MediaKind } from '#shared/media/media.ts'
import { type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import { filesOf, IMPORT_MESSAGES, NONE_CELL } from '#shared/posts/imports.ts'
import type { PlatformMessage } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { parseUrl } from '#shared/text/urls.ts'
import type { Library, Row, RowRules } from './row.ts'

/** Returns a file's name as another program may write it: in any case, and with composed or separate accents. */
export const normaliseFileName = (name: string) => name.normalize('NFC').toLowerCase()

const VIDEO = /\.(mp4|mov|m4v|3gp|3g2|webm|mkv|avi)(\?|#|$)/i
/** Guesses the kind of a file from its URL. The worker checks the file itself. */
export const guessKind = (url: string): MediaKind => (VIDEO.test(url) ? 'video' : 'image')

/** Reads one column of pictures with one of alt texts, or several, such as “Picture Url 1” with “Alt text picture 1”. */
export function readMedia({ columnsOf, report }: Row, { library }: Pick<RowRules, 'library'>) {
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

/** Reads the numbers of the files that one network gets, counted from 1 as in our export. */
export function readFilesOf({ cell, report }: Row, platform: NetworkId, files: number): { media?: number[] } {
  const field = filesOf(platform)
  if (cell(field) === NONE_CELL) return { media: [] }
  const numbers = cell(field).match(/\d+/g)?.map(Number) ?? []
  if (numbers.length === 0) return {}
  const wrong = numbers.find(number => number < 1 || number > files)
  if (wrong !== undefined)
    report([field], `There is no file ${wrong}. Write the numbers of this row’s files, for example 1, 3.`)
  return { media: numbers.map(number => number - 1) }
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

const MOMENT = /^(\d{1,5}(?:[.,]\d{1,3})?) ?s(?:ec|econds?)?$/i

/** Returns the link of the picture that is the cover of a row's video, or a moment in milliseconds. */
export function readCover(
  { cell, report }: Row,
  { platforms, pictures }: { platforms: PlatformMessage[]; pictures: string[] },
  { library }: Pick<RowRules, 'library'>,
): string | number | undefined {
  const text = cell('cover')
  if (text === '') return undefined
  const taking = platforms.filter(one => networkFacts[one.platform].takesVideoCover && !isStory(one))
  const isVideo = ({ media = [...pictures.keys()] }: PlatformMessage) =>
    media.length === 1 && guessKind(pictures[media[0] ?? 0] ?? '') === 'video'
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

/** Returns the URLs in a cell, and the links of the library's files that it names. Reports the rest. */
function readFiles(text: string, library: Library, report: (message: string, missing?: string) => void) {
  const linksTo = (name: string) =>
    (URL_START.test(name)
      ? undefined
      : (library.get(normaliseFileName(name)) ??
        library.get(normaliseFileName(name.split(/[\\/]/).at(-1) ?? '')))) ?? []
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
