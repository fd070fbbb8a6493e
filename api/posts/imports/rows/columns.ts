import { NETWORK_NAMES, OTHER_NETWORK_NAMES } from '#api/networks/names.ts'
import { keyedByNetwork, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { COMMENTED_NETWORKS } from '#shared/posts/first-comments.ts'
import type { ImportField, ImportFormat } from '#shared/posts/imports.ts'
import { filesOf, IMPORT_FIELD_NAMES, REPEATED_FIELDS, TEMPLATE_FIELDS } from '#shared/posts/imports.ts'
import { fold } from '#shared/text/fold.ts'
import { isPartOfDay, mayBeMark, containsNetwork, OTHER_KINDS, readMark, STORY } from './marks.ts'
import { hasClock, hasDigit, looksLikeClock, looksLikeTime } from './moments.ts'
import { parseHalfDay } from './times.ts'
import { isOffset, fixedOffsetZone, findZone } from './zones.ts'

type Columns = (ImportField | null)[]
type Layout = { format: ImportFormat; headers: string[]; columns: Columns }

/** Common column names by field, without case, accents and punctuation. */
const NAMES: Partial<Record<ImportField, string>> = {
  id: 'post id, key, row id, reference',
  networks: `network, channels, channel, platforms, platform, service, social networks, social network, profiles,
    profile, accounts, account, social media, netzwerk, netzwerke, kanal, kanale, plattform,
    plattformen, reseau, reseaux, canal, canaux, plateforme, red, redes, red social,
    redes sociales, canales, plataforma, plataformas, rete, canale, canali, canais`,
  text: `message, caption, captions, post, copy, content, post text, post copy, body, description,
    message text, post content, post caption, caption text, post message, tweet, nachricht,
    beitrag, inhalt, beitragstext, bildunterschrift, texte, legende, contenu, publication,
    texto, mensaje, contenido, publicacion, descripcion, testo, didascalia, messaggio,
    contenuto, legenda, mensagem, tekst, tresc, tresc posta, bericht`,
  ...keyedByNetwork('Text', network => {
    const [name, short] = NETWORK_NAMES[network]
    const named = ['caption', 'message', 'copy', 'post'].map(word => `${name} ${word}`)
    return [...named, `${short} text`, `${short} copy`].join(',')
  }),
  ...keyedByNetwork('', network => NETWORK_NAMES[network].join(',')),
  otherNetwork: `${OTHER_NETWORK_NAMES.join(',')}, instagram story, instagram stories, facebook story,
    facebook stories, facebook group`,
  date: `publish date, scheduled date, post date, day, posting time, scheduled at, publish at,
    scheduled time, schedule time, date time, datetime, date and time, date time utc, schedule,
    when, schedule date, posting date, publication date, scheduled, go live date, live date,
    publishing date, postatspecifictime, datum, tag, termin, datum und uhrzeit, wann,
    veroffentlichungsdatum, jour, date de publication, date et heure, fecha, dia, fecha y hora,
    fecha de publicacion, data, giorno, data e ora, data de publicacao, data publikacji`,
  time: `publish time, post time, hour, time of day, publishing time, go live time, uhrzeit, zeit,
    heure, hora, ora, orario, tijd, godzina`,
  minute: 'minutes, min, mins, minuten, minuto, minutos, minuti, minuut, minuta, minuty',
  halfDay: 'am pm, ampm, am or pm, a m p m, pm am, meridiem, meridian',
  timeZone: 'timezone, tz, zeitzone, fuseau horaire, zona horaria, fuso orario',
  pictures: `picture, image, images, image url, image urls, picture url, picture urls, photo, photos,
    media, media url, media urls, media url s, image link, image links, media link,
    media links, video, videos, video url, video urls, pictures and videos, asset, assets,
    creative, visual, visuals, attachment, attachments, media file, file url, imageurls,
    imageurl, mediaurl, mediaurls, videourl, videourls, gif url, gifurl, bild, bilder, bild url, foto, fotos,
    medien, medium, image s, visuel, visuels, imagen, imagenes, url de imagen, immagine,
    immagini, imagem, imagens, afbeelding, zdjecie, zdjecia, grafika, link do zdjecia, obrazek, obrazky`,
  altTexts: `alt text, alt, image alt text, image description, alternative text, image alt, alt text s,
    alttext, alternativtext, bildbeschreibung, texte alternatif, texto alternativo,
    testo alternativo`,
  // Leaves out “Comments”, which are often comments of colleagues.
  firstComment: `comment s, first comments, first comment text, facebook first comment text, 1st comment,
    followupcomment, erster kommentar, premier commentaire,
    primer comentario, primo commento, prvni komentar, pierwszy komentarz`,
  labels: `label, label s, tags, tag, campaign, campaigns, category, content pillar, pillar, kampagne,
    schlagworte, etiquettes, etiquetas, campagne, campana, etichette, stitky, etykiety`,
  link: 'url, links, website, link url, link s, links s, lien, enlace, ogmetaurl, web link',
  cover: 'reel cover, video cover',
  place: 'place of the page',
  postType: `instagram post type, facebook post type, gbp post type, post type, posttype, gbpposttype,
    post subtype, content type, type, kind, format`,
  draft: 'is draft, entwurf, brouillon, borrador, bozza',
  status: `post status, publishing status, publish status, publication status, approval status, statut, estado,
    stato, situacao, stan`,
}
/** Names that end in a number, such as “Picture Url 1”. */
const NUMBERED: readonly [RegExp, ImportField][] = [
  [/^alt ?texts?( for)?( picture| image| photo| bild)? \d{1,2}$/, 'altTexts'],
  [/^(picture|image|photo|media|video|bild|foto|visual|asset)( url| link| file)? \d{1,2}$/, 'pictures'],
]

export const normaliseName = (name: string) =>
  fold(name.slice(0, 200))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const BY_NAME = new Map<string, ImportField>([
  ...Object.entries(NAMES).flatMap(([field, names]) =>
    names.split(',').map(name => [normaliseName(name), field as ImportField] as const),
  ),
  ...(['draft', 'minute', 'status'] as const).map(field => [field, field] as const),
  ...[
    ...TEMPLATE_FIELDS,
    'postType' as const,
    'cover' as const,
    'place' as const,
    ...NETWORK_IDS.map(filesOf),
    ...COMMENTED_NETWORKS.map(network => `${network}Comment` as const),
  ].map(field => [normaliseName(IMPORT_FIELD_NAMES[field]), field] as const),
])

/** Matches the mark of the final one of several versions of a text: “Final caption”, “Copy (final)”. */
const FINAL = /^(final|approved) | final$/g
const isFinal = (name: string) => normaliseName(name).search(FINAL) >= 0

/** Recognises a column by its name, even if an explanation follows, as in “Label(s) - Separated by comma”. */
function fieldForName(name: string): ImportField | undefined {
  const short = name.slice(0, 200)
  const final = isFinal(short) ? BY_NAME.get(normaliseName(short).replaceAll(FINAL, '')) : undefined
  if (final === 'text' || final?.endsWith('Text')) return final
  for (const part of [
    short,
    short.split(/ [-–:] |:\s*$/, 1)[0] ?? '',
    short.replaceAll(/\([^)]*\)|\*/g, ''),
  ]) {
    const tidied = normaliseName(part)
    const field = BY_NAME.get(tidied) ?? NUMBERED.find(([pattern]) => pattern.test(tidied))?.[1]
    if (field) return field
  }
  return undefined
}

/** Number of rows at the top of a file that may be the one with the column names. */
export const HEADER_ROWS = 25

/**
 * Finds the row of the column names, below titles and notes.
 * @returns -1 if the file has none and its first row is a post
 */
export function findHeaderIndex(rows: readonly string[][]): number {
  const scores = rows.slice(0, HEADER_ROWS).map(countColumnNames)
  const best = scores.indexOf(Math.max(...scores))
  if ((scores[best] ?? 0) > 1 || (scores[best] === 1 && best === 0 && !looksLikePost(rows[0] ?? [])))
    return best
  // Without known names: the first row that is as wide as a table, if it isn't a post.
  const first = rows.slice(0, HEADER_ROWS).findIndex(cells => cells.filter(Boolean).length > 1)
  const at = Math.max(0, first)
  return looksLikePost(rows[at] ?? []) ? at - 1 : at
}

export const countColumnNames = (cells: readonly string[]): number =>
  new Set(cells.map(cell => (cell.length > 200 ? undefined : fieldForName(cell))).filter(Boolean)).size

/** Returns true for a row with a time and another text. */
const looksLikePost = (cells: readonly string[]) =>
  cells.some(isTime) &&
  cells.some(cell => cell.length > 3 && !/^[\d\s:./-]+$/.test(cell) && !looksLikeTime(cell))

const isTime = (cell: string) => /:\d\d|^\d{4}-\d\d-\d\d/.test(cell) && looksLikeTime(cell)

/** Returns true if the column names are those of a plan: a date and a text are among them. */
export function arePlanColumns(names: readonly string[]): boolean {
  const fields = new Set(names.map(fieldForName))
  const hasText = [...fields].some(
    field => field === 'text' || field?.endsWith('Text') || NETWORK_IDS.some(id => id === field),
  )
  return fields.has('date') && hasText
}

/**
 * Returns the time zone in the name of a column of dates or times, as in “Date & Time (UTC)”, “Time (Europe/Rome)” or “Time AEST”.
 * @param place the business's zone
 */
export function findZoneInHeaders({ headers, columns }: Layout, place: string): string | undefined {
  const names = headers.filter((_, at) => columns[at] === 'date' || columns[at] === 'time')
  const zone = names.map(name => findZone(name, place)).find(found => found !== undefined)
  return zone !== undefined && isOffset(zone) ? fixedOffsetZone(zone) : zone
}

export const isIdColumn = (name: string) => fieldForName(name) === 'id'

/** Returns true for columns of pictures and links, where the URL behind a cell is wanted rather than its text. */
export const isLinkColumn = (name: string) => ['pictures', 'cover', 'link'].includes(fieldForName(name) ?? '')

/** Columns of Hootsuite's bulk composer, whose files may have no header row. */
const HOOTSUITE: Columns = ['date', 'text', 'link', 'pictures']
const HOOTSUITE_NAMES = ['Date', 'Message', 'Link', 'Image']

/**
 * Guesses the field of each column: by its name, then by its cells, and then by the format's usual order or by content alone.
 * @param names undefined for a file without column names
 */
export function guessLayout(names: readonly string[] | undefined, rows: readonly string[][]): Layout {
  const width = Math.max(names?.length ?? 0, ...rows.map(row => row.length))
  const headers = Array.from({ length: width }, (_, at) => names?.[at] || `Column ${at + 1}`)
  if (!names) {
    const [first = []] = rows
    if (isTime(first[0] ?? '') && (first[1] ?? '') !== '')
      return {
        format: 'hootsuite',
        headers: headers.map((header, at) => HOOTSUITE_NAMES[at] ?? header),
        columns: pad(HOOTSUITE, width),
      }
    return { format: 'free', headers, columns: guessByContent(pad<ImportField>([], width), rows) }
  }
  const named = assignNamedColumns(headers, rows)
  const columns = assignTimeParts(correctByCells(named, headers, rows), rows)
  const format = detectFormat(names, rows)
  if (format === 'hootsuite') return { format, headers, columns: fillHootsuiteColumns(columns) }
  return { format, headers, columns: format === 'free' ? guessByContent(columns, rows) : columns }
}

function detectFormat(names: readonly string[], rows: readonly string[][]): ImportFormat {
  const tidied = new Set(names.map(normaliseName))
  const has = (...all: string[]) => all.every(name => tidied.has(name))
  if (['networks', 'text', 'date', 'time', 'pictures'].every(name => has(name))) return 'template'
  if (has('text', 'image url', 'posting time')) return 'buffer'
  if (has('text', 'date', 'time', 'draft') && (has('picture url 1') || has('shortener'))) return 'metricool'
  if (
    [...tidied].some(name => name.startsWith('media url s')) &&
    [...tidied].some(name => name.startsWith('date'))
  )
    return 'publer'
  const [date = '', message = ''] = names.map(normaliseName)
  const isHootsuite = /date/.test(date) && /message|text/.test(message) && names.length <= 8
  const [first = []] = rows
  return isHootsuite && !names.some(name => fieldForName(name) === 'networks') && /:\d\d/.test(first[0] ?? '')
    ? 'hootsuite'
    : 'free'
}

/** Completes columns by Hootsuite’s order, where their names aren't known. */
const fillHootsuiteColumns = (columns: Columns): Columns =>
  columns.map((field, at) => {
    const usual = HOOTSUITE[at] ?? null
    return field ?? (columns.includes(usual) ? null : usual)
  })

const pad = <Item>(list: readonly (Item | null)[], length: number): (Item | null)[] =>
  Array.from({ length }, (_, at) => list[at] ?? null)

/** Assigns each field to one of the columns that are named after it: the one whose cells fit best, or else the first. */
function assignNamedColumns(headers: readonly string[], rows: readonly string[][]): Columns {
  const named = headers.map(name => fieldForName(name) ?? null)
  const scores = named.map((field, at) =>
    field ? scoreColumn(field, headers[at] ?? '', columnCells(rows, at)) : 0,
  )
  return named.map((field, at) => {
    if (!field || REPEATED_FIELDS.includes(field)) return field
    const others = named.flatMap((other, index) => (other === field ? [index] : []))
    const best = others.reduce((most, other) => ((scores[other] ?? 0) > (scores[most] ?? 0) ? other : most))
    return best === at ? field : null
  })
}

const columnCells = (rows: readonly string[][], at: number) => rows.flatMap(row => row[at] || [])

/** Matches names of published texts. Other names, such as “Content”, may belong to notes about the post. */
const CERTAIN_TEXTS = /text|caption|copy|message|legende|nachricht/

function scoreColumn(field: ImportField, name: string, cells: readonly string[]): number {
  if (cells.length === 0) return 0
  const sample = cells.slice(0, 50)
  const share = (fits: (cell: string) => boolean) => sample.filter(fits).length / sample.length
  if (field === 'date') return 1 + share(cell => hasDigit(cell) && looksLikeTime(cell))
  if (field === 'time') return 1 + share(hasDigit)
  if (field === 'networks') return 1 + share(containsNetwork)
  if (isFinal(name)) return 3
  if (field === 'text') return 1 + (CERTAIN_TEXTS.test(normaliseName(name)) ? 1 : 0)
  return 1
}

/** Returns the field of a network's own text. */
export const textFieldOf = (network: NetworkId) => `${network}Text` as const
const CHOOSING_FIELDS = [...NETWORK_IDS, 'otherNetwork', 'draft'] as const

/** Corrects fields that were found by name. A column that isn't what its name says becomes null. */
function correctByCells(columns: Columns, headers: readonly string[], rows: readonly string[][]): Columns {
  const hasNetworks = columns.some(
    (field, at) => field === 'networks' && columnCells(rows, at).some(containsNetwork),
  )
  const hasMarks = CHOOSING_FIELDS.some(field => columnCells(rows, columns.indexOf(field)).some(isMark))
  return columns.map((field, at) => {
    const cells = columnCells(rows, at)
    const network = NETWORK_IDS.find(id => field === id || field === textFieldOf(id))
    if (network && field === network) {
      const holdsText = cells.length === 0 ? !hasMarks : hasNetworkTexts(cells, columns)
      if (!holdsText) return field
      return columns.includes(textFieldOf(network)) ? null : textFieldOf(network)
    }
    // The column of a network's text only chooses the network if its cells are marks.
    if (network && !hasNetworks && !columns.includes(network) && cells.length > 0 && cells.every(isMark))
      return network
    switch (field) {
      case 'draft':
      case 'otherNetwork':
        return cells.every(cell => isMark(cell) || isKind(cell)) ? field : null
      case 'postType':
        return cells.some(isKind) ? field : null
      case 'networks':
        // “Account” may be the name of a page.
        return !hasNetworks && /account|profile/i.test(headers[at] ?? '') ? null : field
      default:
        return field
    }
  })
}

/**
 * Returns true if the cells of a column named after a network are its texts. Short ones beside a column of texts may be notes.
 */
const hasNetworkTexts = (cells: readonly string[], columns: Columns) =>
  !cells.some(cell => isMark(cell) || isKind(cell)) && !(columns.includes('text') && cells.every(mayBeMark))

const isMark = (cell: string) => readMark(cell) !== undefined

/**
 * Finds the columns of AM or PM and of minutes beside a column of times, whatever they are called. A column of words such as Morning
 * counts as times too, so that their problem is reported.
 */
function assignTimeParts(columns: Columns, rows: readonly string[][]): Columns {
  const read = [...columns]
  const assign = (field: ImportField, at: number, fits: (cell: string) => boolean) => {
    const cells = columnCells(rows, at)
    if (!read.includes(field) && read[at] === null && cells.length > 0 && cells.every(fits)) read[at] = field
  }
  for (const at of read.keys()) assign('halfDay', at, cell => parseHalfDay(cell) !== undefined)
  for (const at of read.keys()) assign('time', at, isPartOfDay)
  const time = read.indexOf('time')
  if (time >= 0 && columnCells(rows, time).every(cell => /^\d{1,2}$/.test(cell)))
    assign('minute', time + 1, cell => /^[0-5]?\d$/.test(cell))
  return read
}

const isKind = (cell: string) => OTHER_KINDS.test(cell) || STORY.test(cell)

const URLS = /^https?:\/\/\S+\.(jpe?g|png|mp4|mov|heic|webp|gif|avif)(\?\S*)?([\s,|]|$)/i

/** Finds networks, pictures, date and text by the cells if no column is named after them. */
function guessByContent(columns: Columns, rows: readonly string[][]): Columns {
  const guessed = [...columns]
  const samples = columns.map((_, at) => rows.flatMap(row => row[at] || []).slice(0, 20))
  const assign = (field: ImportField, fits: (cells: string[]) => number) => {
    if (guessed.includes(field)) return
    const scores = samples.map((cells, at) => (guessed[at] === null && cells.length > 0 ? fits(cells) : 0))
    const best = scores.indexOf(Math.max(...scores))
    if ((scores[best] ?? 0) > 0) guessed[best] = field
  }
  const isChosen = guessed.some(field => field === 'networks' || CHOOSING_FIELDS.some(each => each === field))
  if (!isChosen)
    assign('networks', cells => {
      const share = cells.filter(cell => cell.length < 60 && containsNetwork(cell)).length / cells.length
      return share < 0.5 ? 0 : share
    })
  assign('pictures', cells => (cells.every(cell => URLS.test(cell)) ? 1 : 0))
  assign('date', cells => (cells.every(cell => hasDigit(cell) && looksLikeTime(cell)) ? 1 : 0))
  const dates = samples[guessed.indexOf('date')] ?? []
  if (!dates.some(hasClock)) assign('time', cells => (cells.every(looksLikeClock) ? 1 : 0))
  if (guessed.some(field => field?.endsWith('Text'))) return guessed
  assign('text', cells => {
    const average = cells.join('').length / cells.length
    return average >= 15 && !cells.every(cell => /^https?:\S+$/.test(cell)) ? average : 0
  })
  return guessed
}
