import type { Crowd, Season, TradeWeek } from '#shared/trades/week.ts'

const SOUTHERN = [
  'Argentina',
  'Australia',
  'Botswana',
  'Brazil',
  'Chile',
  'Fiji',
  'Namibia',
  'New Zealand',
  'Paraguay',
  'Peru',
  'South Africa',
  'Uruguay',
  'Zimbabwe',
]

/** Seasons in the order of the calendar, from December. */
const NORTHERN_SEASONS: readonly Season[] = ['winter', 'spring', 'summer', 'autumn']
const MONTHS_OF_A_SEASON = 3
const SOME_YEAR = 2026

export type Hemisphere = 'northern' | 'southern'

/** Returns where a time zone is, by the half-year in which its clocks are forward. If they never change, `country` says it. */
export function hemisphereOf({ timeZone, country }: Place): Hemisphere {
  const offsetIn = (month: number) =>
    Temporal.PlainDate.from({ year: SOME_YEAR, month, day: 1 }).toZonedDateTime(timeZone).offsetNanoseconds
  const change = offsetIn(1) - offsetIn(7)
  if (change === 0) return SOUTHERN.includes(country) ? 'southern' : 'northern'
  return change > 0 ? 'southern' : 'northern'
}

/** Returns the season of a date. As in Australia, a season starts with the first day of a month. */
export function seasonOn(date: Temporal.PlainDate, place: Place): Season {
  const quarter = Math.floor((date.month % 12) / MONTHS_OF_A_SEASON)
  const opposite = hemisphereOf(place) === 'southern' ? 2 : 0
  return NORTHERN_SEASONS[(quarter + opposite) % NORTHERN_SEASONS.length] ?? 'summer'
}

type Place = { timeZone: string; country: string }
type Day = {
  /** Returns the next occurrence, or undefined if the place has no such day. */
  next: (from: Temporal.PlainDate, place: Place) => Temporal.PlainDate | undefined
  /** Maximum number of days by which a post may be early. */
  ahead: number
  texts: Partial<Record<Crowd, string>>
}

const LONG_AHEAD = 16
const WEEK = 7
const CHRISTMAS_AHEAD = 26

/** Finds the next occurrence of a day that every year has once. */
const yearly =
  (of: (year: number) => Temporal.PlainDate): Day['next'] =>
  from =>
    [of(from.year), of(from.year + 1)].find(day => Temporal.PlainDate.compare(day, from) >= 0)

const fixed = (month: number, day: number) => yearly(year => Temporal.PlainDate.from({ year, month, day }))

/** Finds the `nth` weekday (Monday is 1) of a month. */
const nthWeekday = (nth: number, weekday: number, month: number) =>
  yearly(year => {
    const first = Temporal.PlainDate.from({ year, month, day: 1 })
    return first.add({ days: ((weekday - first.dayOfWeek + WEEK) % WEEK) + (nth - 1) * WEEK })
  })

const only =
  (next: Day['next'], isHere: (place: Place) => boolean): Day['next'] =>
  (from, place) =>
    isHere(place) ? next(from, place) : undefined

const inAustralia = ({ country }: Place) => country === 'Australia'

/** Finds Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
const easterSunday = yearly(year => {
  const [century, yearOfCentury] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 })
})

const changeOfClocks =
  (isForward: boolean): Day['next'] =>
  (from, { timeZone }) => {
    const change = from.toZonedDateTime(timeZone).getTimeZoneTransition('next')
    if (!change) return undefined
    const before = change.subtract({ hours: 1 })
    return change.offsetNanoseconds > before.offsetNanoseconds === isForward
      ? change.toPlainDate()
      : undefined
  }

const shared = (text: string, crowds: readonly Crowd[]): Day['texts'] =>
  Object.fromEntries(crowds.map(crowd => [crowd, text]))

/** Days that posts look forward to. `{day}` in a text stands for the date, such as Sunday 10 May. */
const DAYS: readonly Day[] = [
  {
    next: fixed(12, 25),
    ahead: CHRISTMAS_AHEAD,
    texts: {
      eat: 'Christmas is on {day}. If {business} has a place on your table, tell us early: what, how much, and when you’ll come by.',
      gift: 'Christmas is on {day}, and somebody on your list has everything. Tell {business} one thing about them. We’ll find the thing they haven’t got.',
      treat:
        'Everybody wants to look good by {day}. Choose your time at {business} before the invitations arrive, not after.',
      home: 'Family coming for Christmas? If something at home needs seeing to before {day}, tell {business} now. We’d rather come this week than on Christmas Eve.',
      animals:
        'Ham, pudding, macadamias, chocolate: none of it is for dogs. With Christmas on {day}, keep the table high and a vet’s number handy.',
      car: 'Driving to family for Christmas? Have tyres, coolant and air con looked at before {day}, while {business} can still get the part.',
      office:
        'Half the town stops on {day}. What has to be done before, and what can wait till January? Send {business} the list, and we’ll sort it with you.',
      active:
        'Between now and {day} there’s a party for every training night. Pick two sessions a week that you’ll keep, and let the rest go.',
    },
  },
  {
    next: easterSunday,
    ahead: LONG_AHEAD,
    texts: {
      eat: 'Easter is on {day}. Having people over, or being had over? Tell {business} what you’d like before the long weekend, and it’s one thing less.',
      gift: 'Easter is on {day}. Visiting somebody? {business} can help you not to arrive with the same eggs as everybody.',
      animals:
        'Easter is on {day}, and chocolate makes dogs ill, the dark kind most of all. Hide the eggs higher than last year.',
      car: 'Long drive at Easter? It begins before {day}. Have {business} check the car this week, not on the Thursday.',
      away: 'Easter is on {day}. Staying put is lovely, and so is somebody else making the bed. What would you rather?',
    },
  },
  {
    next: only(nthWeekday(2, 7, 5), inAustralia),
    ahead: LONG_AHEAD,
    texts: shared(
      'Mother’s Day is on {day}. Tell us one thing she likes, and {business} will help you get it right. Best arranged early.',
      ['eat', 'gift', 'treat'],
    ),
  },
  {
    next: only(nthWeekday(1, 7, 9), inAustralia),
    ahead: LONG_AHEAD,
    texts: shared(
      'Father’s Day is on {day}, and “nothing, really” isn’t an answer. Tell {business} one thing about him, and we’ll suggest something.',
      ['eat', 'gift', 'treat'],
    ),
  },
  {
    next: fixed(2, 14),
    ahead: LONG_AHEAD,
    texts: shared(
      'Valentine’s Day is on {day}. First date or thirtieth year: message {business} this week, not on your way home that evening.',
      ['eat', 'gift', 'treat'],
    ),
  },
  {
    next: only(nthWeekday(1, 2, 11), place => inAustralia(place) && place.timeZone === 'Australia/Melbourne'),
    ahead: LONG_AHEAD,
    texts: shared(
      'Cup Day is on {day}. Long lunch, large hat, or simply a day off? Tell {business} which, and we’ll help with the rest.',
      ['eat', 'gift', 'treat'],
    ),
  },
  {
    next: only(fixed(6, 30), inAustralia),
    ahead: LONG_AHEAD,
    texts: {
      office:
        'The financial year ends on {day}. One question: what do you wish you had asked last year? Ask {business} this week.',
    },
  },
  {
    next: changeOfClocks(true),
    ahead: WEEK,
    texts: {
      ...shared(
        'Clocks go forward on {day}. An hour less in bed, and light until after dinner. What will you do with the first long evening?',
        ['eat', 'gift', 'treat', 'active', 'away'],
      ),
      home: 'Clocks go forward on {day}. While you’re on the ladder, press the test button on each smoke alarm. If one stays silent, don’t leave it.',
    },
  },
  {
    next: changeOfClocks(false),
    ahead: WEEK,
    texts: {
      ...shared(
        'Clocks go back on {day}. One more hour in bed, and dark by dinner. How will you spend it? {business} has ideas.',
        ['eat', 'gift', 'treat', 'active', 'away'],
      ),
      home: 'Clocks go back on {day}. While you’re on the ladder, press the test button on each smoke alarm. If one stays silent, don’t leave it.',
    },
  },
]

const ENGLISH = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** Returns the post about what is on: the nearest day that the trade’s customers look forward to, otherwise the season. */
export function eventText(week: TradeWeek, from: Temporal.PlainDate, place: Place): string {
  const coming = DAYS.flatMap(({ next, ahead, texts }) => {
    const text = week.crowd && texts[week.crowd]
    const day = text && next(from, place)
    return day && from.until(day).days <= ahead ? [{ day, text }] : []
  }).toSorted((a, b) => Temporal.PlainDate.compare(a.day, b.day))
  const [nearest] = coming
  if (nearest)
    return nearest.text.replaceAll('{day}', nearest.day.toLocaleString('en-AU', ENGLISH).replace(',', ''))
  return week.event[seasonOn(from, place)]
}
