import type { WeekDay } from '#shared/overview.ts'
import { plural } from '#shared/plural.ts'

const month = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long' })

/** 'November' */
export const monthOf = ({ day }: WeekDay) => month.format(new Date(`${day}T00:00:00Z`))

/** Number of posts on a day, in whatever state. */
export const postsOn = ({ published, scheduled, attention }: WeekDay) => published + scheduled + attention

/** '1 published, 2 scheduled, 1 slot free', for the title of a day. */
export function describeDay({ published, scheduled, attention, free }: WeekDay): string {
  const parts = [
    published > 0 && `${published} published`,
    scheduled > 0 && `${scheduled} scheduled`,
    attention > 0 && (attention === 1 ? '1 needs you' : `${attention} need you`),
    free > 0 && `${plural(free, 'slot')} free`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'nothing planned'
}

/** '4 of 5 slots are filled.', or the number of posts for users without weekly times. */
export function describeWeek(week: readonly WeekDay[]): string {
  const posts = week.reduce((sum, day) => sum + postsOn(day), 0)
  const slots = week.reduce((sum, { slots }) => sum + (slots ?? 0), 0)
  if (slots > 0) {
    const filled = week.reduce((sum, day) => sum + Math.min(day.slots ?? 0, postsOn(day)), 0)
    return filled === slots ? `All ${slots} slots are filled.` : `${filled} of ${slots} slots are filled.`
  }
  return posts === 0 ? 'No posts this week.' : `${plural(posts, 'post')} this week.`
}
