import { OPEN_HOURS } from './support.ts'

const RANGE = /^(\d{1,2})(?::(\d\d))? ?(am|pm)?-(\d{1,2})(?::(\d\d))? ?(am|pm)?$/i

const toClock = (hour = '', minute = '00', half = '') => {
  const isTwelveHour = half !== ''
  const hours = isTwelveHour ? (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** The agency's opening hours for search engines, such as `Mo-Fr 09:00-18:00` (schema.org). Omits texts that aren't days and times. */
export const SCHEMA_HOURS = OPEN_HOURS.flatMap(({ days, hours }) => {
  const [range, from, fromMinute, fromHalf, to, toMinute, toHalf] = RANGE.exec(hours) ?? []
  const names =
    days === 'Daily'
      ? 'Mo-Su'
      : days.replaceAll(', ', ',').replaceAll(/\b(Mo|Tu|We|Th|Fr|Sa|Su)[a-z]*/g, '$1')
  if (!range || !/^(?:Mo|Tu|We|Th|Fr|Sa|Su)(?:[-,](?:Mo|Tu|We|Th|Fr|Sa|Su))*$/.test(names)) return []
  return `${names} ${toClock(from, fromMinute, fromHalf)}-${toClock(to, toMinute, toHalf)}`
})
