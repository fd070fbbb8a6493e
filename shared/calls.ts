import { calls as facts } from './brand.json'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Rules for booked calls. Without `hours`, the site has no page to book one. */
export const calls = {
  ...facts,
  /** By ISO weekday (Monday is 1), in the agency’s zone, such as `09:30`. */
  hours: Object.entries<string[]>(facts.hours).flatMap(([day, ranges]) =>
    ranges.map(range => {
      const [from = '', to = ''] = range.split('-').map(time => time.trim().padStart(5, '0'))
      return { weekday: WEEKDAYS.indexOf(day) + 1, from, to }
    }),
  ),
}
