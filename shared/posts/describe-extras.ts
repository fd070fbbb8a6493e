import { formatList } from '#shared/format-list.ts'
import { hasDates } from './extras-rules.ts'
import {
  BUTTON_LABELS,
  KIND_LABELS,
  NO_ARTICLE,
  NO_PEOPLE,
  type Place,
  type PostExtras,
  type Recurrence,
} from './extras.ts'

/**
 * Describes extras line by line, so that two versions can be compared.
 * @param files the network's files, whose order numbers the pictures
 */
export function describeExtras(
  extras: PostExtras | undefined,
  files: readonly { id?: string }[] = [],
): string {
  if (!extras) return ''
  const { kind, title, start, end, coupon, redeemUrl, terms, button, url } = extras
  const { excerpt, categories, tags } = extras.article ?? NO_ARTICLE
  const { collaborators, tags: people } = extras.people ?? NO_PEOPLE
  const period = `${start} to ${end}`.replaceAll('T', ' ')
  return [
    kind === 'story' && KIND_LABELS.story,
    kind !== 'update' && title && `${KIND_LABELS[kind]}: ${title}`,
    hasDates(extras) && period,
    extras.recurrence && `Repeats ${recurrenceText(extras)}`,
    excerpt,
    categories.length > 0 && `Categories: ${categories.join(', ')}`,
    tags.length > 0 && `Tags: ${tags.join(', ')}`,
    coupon && `Code ${coupon}`,
    redeemUrl,
    terms,
    button && `${BUTTON_LABELS[button]} ${url}`,
    collaborators.length > 0 && `With ${collaborators.map(name => `@${name}`).join(', ')}`,
    extras.place && `At ${placeLine(extras.place)}`,
    ...people.map(({ mediaId, username, x, y }) => {
      const number = files.findIndex(({ id }) => id === mediaId) + 1
      const where = number > 0 ? ` on picture ${number}` : ''
      return `Tagged: @${username}${where} at ${percent(x)} across, ${percent(y)} down`
    }),
    extras.coverId !== undefined && 'Cover: a picture',
    extras.coverMs !== undefined && `Cover: the video at ${extras.coverMs / 1000} s`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** 'Harbour Bakehouse, 12 Harbour St, Sydney' */
export const placeLine = ({ name, address }: Place) => [name, address].filter(Boolean).join(', ')

const percent = (share: number) => `${Math.round(share * 100)} %`

/** The part of an event or offer that describes how it repeats. */
export type Recurring = Pick<PostExtras, 'kind' | 'start' | 'end' | 'recurrence'>

/** Returns the weekday of a day or a time, from 1 for Monday. */
export const weekdayOf = (day: string) => new Date(`${day.slice(0, 10)}T00:00Z`).getUTCDay() || 7

const weekdayFormat = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' })

/** Returns 'Tuesday' for 2. 1 January 2024 was a Monday. */
export const weekdayName = (weekday: number) => weekdayFormat.format(Date.UTC(2024, 0, weekday))

const englishFormat = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns '30 June 2027'. */
export const englishDay = (day: string) => englishFormat.format(Date.parse(`${day}T00:00Z`))

const ordinals = new Intl.PluralRules('en-AU', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
/** Returns '9th' for 9. */
export const ordinal = (number: number) => `${number}${SUFFIXES[ordinals.select(number)] ?? 'th'}`

export type Monthly = Extract<Recurrence, { every: 'month' }>

/** Returns 'on the 9th' or 'on the last Tuesday', for an event with that start. */
export const monthlyLabel = (on: Monthly['on'], start: string) =>
  `on the ${on === 'date' ? ordinal(Number(start.slice(8, 10))) : `${on} ${weekdayName(weekdayOf(start))}`}`

/** Returns 'every day', 'every Tuesday and Thursday' or 'every month on the 9th'; 'every week' or 'every month' while parts are missing. */
function describeRecurrence(recurrence: Recurrence, start: string): string {
  if (recurrence.every === 'day') return 'every day'
  if (recurrence.every === 'week')
    return `every ${formatList(recurrence.weekdays.map(weekdayName)) || 'week'}`
  return start === '' ? 'every month' : `every month ${monthlyLabel(recurrence.on, start)}`
}

/**
 * Returns 'every Tuesday until 2027-06-30'.
 * @param format writes a day such as 2027-06-30
 */
export function recurrenceText({ recurrence, start }: Recurring, format = (day: string) => day): string {
  if (!recurrence) return ''
  const rhythm = describeRecurrence(recurrence, start)
  return recurrence.until ? `${rhythm} until ${format(recurrence.until)}` : rhythm
}

/** Returns 'Google repeats this event every Tuesday until 30 June 2027.', or an empty text for one that doesn't repeat. */
export function recurrenceSentence(extras: Recurring, network: string, format = englishDay): string {
  const text = recurrenceText(extras, format)
  if (!text) return ''
  const end = extras.recurrence?.until ? '' : ', until you delete the post'
  return `${network} repeats this ${extras.kind} ${text}${end}.`
}
