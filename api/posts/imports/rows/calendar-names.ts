/** Languages whose names of months and weekdays are recognised. */
const LANGUAGES = 'en en-AU de de-AT fr es it nl pt pl da sv nb cs sk hu fi ru uk tr ro el et id ar'.split(
  ' ',
)
/** Spellings of months that Unicode doesn't list, such as those of German Excel. */
const OTHER_MONTHS = { feber: 2, mrz: 3, maerz: 3, sett: 9 }

/** Numbers of months, from 1, by their names and abbreviations. Of languages that share one, the first counts. */
const MONTHS = new Map([
  ...Object.entries(OTHER_MONTHS),
  ...namesOf(
    { month: 'long' },
    { month: 'short' },
    index => new Date(Date.UTC(2023, index, 1)),
    12,
  ).toReversed(),
])
/** Names of weekdays with their numbers, from 1 for Monday, which 1 January 2024 was. */
const WEEKDAYS = Map.groupBy(
  namesOf({ weekday: 'long' }, { weekday: 'short' }, index => new Date(Date.UTC(2024, 0, 1 + index)), 7),
  ([name]) => name,
)

function namesOf(
  long: Intl.DateTimeFormatOptions,
  short: Intl.DateTimeFormatOptions,
  at: (index: number) => Date,
  count: number,
): [name: string, number: number][] {
  const names: [string, number][] = []
  for (const language of LANGUAGES)
    // Beside a day, some languages inflect the name of the month: “5 stycznia”.
    for (const options of [long, short, { ...long, day: 'numeric' as const }]) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (let index = 0; index < count; index++) {
        const type = 'month' in long ? 'month' : 'weekday'
        const name = format.formatToParts(at(index)).find(part => part.type === type)?.value ?? ''
        names.push([plainName(name), index + 1])
      }
    }
  return names
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()
}

/** Returns the month of a name or of its beginning, such as “Septem”; 0 for other words, and for one that begins two months. */
export function monthNamed(name = ''): number {
  const plain = plainName(name)
  const known = MONTHS.get(plain)
  if (known !== undefined) return known
  const begun = new Set(Array.from(MONTHS, ([each, month]) => (each.startsWith(plain) ? month : 0)))
  begun.delete(0)
  const [only = 0] = begun
  return begun.size === 1 ? only : 0
}

/** Returns the numbers of the weekdays, from 1 for Monday, that a word names: “So” is Sunday in German, Saturday in Czech. */
export const weekdaysNamed = (word = ''): number[] =>
  word.length > 1 ? (WEEKDAYS.get(plainName(word)) ?? []).map(([, number]) => number) : []
