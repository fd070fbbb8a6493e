import { addDays, dayKey } from '#site/ui/date-time-picker/days.ts'

const FIXED: Record<string, string> = {
  '01-01': 'New Year’s Day',
  '01-26': 'Australia Day',
  '02-14': 'Valentine’s Day',
  '03-08': 'Women’s Day',
  '04-25': 'Anzac Day',
  '10-31': 'Halloween',
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'Boxing Day',
  '12-31': 'New Year’s Eve',
}

/** Months and weekdays count from 0, as in `Date`; the days of Easter are relative to its Sunday. */
const BY_WEEKDAY = [
  { name: 'Mother’s Day', month: 4, weekday: 0, nth: 2 },
  { name: 'Father’s Day', month: 8, weekday: 0, nth: 1 },
  { name: 'Melbourne Cup', month: 10, weekday: 2, nth: 1 },
] as const
const AROUND_EASTER: Record<number, string> = {
  [-47]: 'Shrove Tuesday',
  [-2]: 'Good Friday',
  0: 'Easter Sunday',
  1: 'Easter Monday',
}

/** Days that other countries lack or celebrate on another date. */
const AUSTRALIAN = new Set(['Australia Day', 'Anzac Day', 'Mother’s Day', 'Father’s Day', 'Melbourne Cup'])

/** Returns the name of a day for which businesses plan posts, with Australia's own days for its businesses. */
export function specialDay(day: Date, zone: string): string | undefined {
  const name = FIXED[dayKey(day).slice(5)] ?? byWeekday(day) ?? aroundEaster(day)
  return name && AUSTRALIAN.has(name) && !zone.startsWith('Australia/') ? undefined : name
}

function byWeekday(day: Date): string | undefined {
  if (isNth(addDays(day, -1), { month: 10, weekday: 4, nth: 4 })) return 'Black Friday'
  return BY_WEEKDAY.find(each => isNth(day, each))?.name
}

const isNth = (day: Date, { month, weekday, nth }: { month: number; weekday: number; nth: number }) =>
  day.getMonth() === month && day.getDay() === weekday && Math.ceil(day.getDate() / 7) === nth

function aroundEaster(day: Date): string | undefined {
  const easter = easterOf(day.getFullYear())
  const found = Object.entries(AROUND_EASTER).find(
    ([days]) => dayKey(addDays(easter, Number(days))) === dayKey(day),
  )
  return found?.[1]
}

/** Finds Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): Date {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return new Date(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}
