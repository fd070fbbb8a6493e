/** Languages whose names of months and weekdays are recognised. For a name that means two months, the first language counts. */
const LANGUAGES = 'en en-AU de de-AT fr es it nl pt pl da sv nb cs sk hu fi ru uk tr ro el et id ar'.split(
  ' ',
)
/** Spellings of months that Unicode doesn't list, such as those of German Excel. */
const OTHER_MONTHS = { feber: 2, mrz: 3, maerz: 3, sett: 9 }

/** Formats in which a name may be written. Some languages inflect it beside a day: “5 stycznia”. */
const FORMATS: Record<'month' | 'weekday', Intl.DateTimeFormatOptions[]> = {
  month: [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }],
  weekday: [{ weekday: 'long' }, { weekday: 'short' }, { weekday: 'long', day: 'numeric' }],
}

/** Numbers of months, from 1, by their names and abbreviations. A later entry replaces an earlier one with the same name. */
const MONTHS = new Map([
  ...Object.entries(OTHER_MONTHS),
  ...namesOf('month', index => new Date(Date.UTC(2023, index, 1)), 12).toReversed(),
])
/** Weekdays by their names, with numbers from 1 for Monday. 1 January 2024 was a Monday. */
const WEEKDAYS = Map.groupBy(
  namesOf('weekday', index => new Date(Date.UTC(2024, 0, 1 + index)), 7),
  ([name]) => name,
)

/** Returns the names and abbreviations of `count` months or weekdays in all languages, with numbers from 1. */
function namesOf(
  part: keyof typeof FORMATS,
  dateAt: (index: number) => Date,
  count: number,
): [name: string, number: number][] {
  const names: [string, number][] = []
  for (const language of LANGUAGES)
    for (const options of FORMATS[part]) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (let index = 0; index < count; index++) {
        const name = format.formatToParts(dateAt(index)).find(({ type }) => type === part)?.value ?? ''
        names.push([plainName(name), index + 1])
      }
    }
  return names
}

/** Removes accents, dots and spaces, so that spellings of a name compare equal. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()
}

/** Returns the month that a name or its beginning means, such as “Septem”; 0 if there is none, or more than one. */
export function parseMonth(name = ''): number {
  const plain = plainName(name)
  const known = MONTHS.get(plain)
  if (known !== undefined) return known
  const months = new Set([...MONTHS].flatMap(([each, month]) => (each.startsWith(plain) ? month : [])))
  const [first = 0] = months
  return months.size === 1 ? first : 0
}

/** Returns the weekdays that a word names, from 1 for Monday. There may be several: “So” is Sunday in German, Saturday in Czech. */
export const parseWeekdays = (word = ''): number[] =>
  word.length > 1 ? (WEEKDAYS.get(plainName(word)) ?? []).map(([, number]) => number) : []
