const MORNING_HOUR = 9
const DAYS_A_WEEK = 7

/** The next day at 9 o'clock. */
export const tomorrowMorning = (now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR)

/** The next time that a weekday (0 is Sunday) has this hour. */
export function nextOf({ weekday, hour }: { weekday: number; hour: number }, now: Date): Date {
  const days = (weekday - now.getDay() + DAYS_A_WEEK) % DAYS_A_WEEK
  const at = (ahead: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, hour)
  return at(days) > now ? at(days) : at(days + DAYS_A_WEEK)
}

/** The first day after now on which this time of day hasn't passed. */
export function nextTimeOfDay(minutes: number, now: Date): Date {
  const at = (ahead: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, 0, minutes)
  return at(0) > now ? at(0) : at(1)
}
