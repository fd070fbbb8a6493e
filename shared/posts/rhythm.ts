import { DAY_MS } from '#shared/durations.ts'
import { MAX_SERIES, type Repeat, SERIES_MESSAGES } from './series.ts'

export const RHYTHM_MESSAGES = {
  once: 'It would go out only once until that day. Choose a later day, or don’t repeat it.',
  tooMany: `That would be more than ${MAX_SERIES} posts. Choose an earlier day.`,
  single: 'This post doesn’t repeat, so its rhythm can’t change.',
  moreTexts: 'Not every text would go out until that day. Choose a later day, or remove a text.',
  sameText: 'It’s the same as another one. Change it, or remove it.',
  tooLateToUndo: 'It’s too late to undo this. Change how it repeats instead.',
  changedSince: 'This can’t be undone, because a post of the series was changed meanwhile.',
  wentOut: (times: string) => `This can’t be undone, because of what went out meanwhile: ${times}.`,
  ofText: (number: number, problem: string) => `Text ${number}: ${problem}`,
  textsAlone: 'Only a post that repeats takes further texts.',
  notNow: 'Choose a time for this post and the later ones, or publish only this one now.',
} as const

/** Returns the day, such as 2026-11-30, some intervals after another. In a month that is too short, returns its last day. */
export function dayAfter(
  day: string,
  { every, interval }: Omit<Repeat, 'until'>,
  times: number,
  dayOfMonth?: number,
): string {
  const start = new Date(`${day}T00:00:00Z`)
  if (every === 'week') return isoDay(+start + times * interval * 7 * DAY_MS)
  const month = start.getUTCMonth() + times * interval
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(start.getUTCFullYear(), month, Math.min(dayOfMonth ?? start.getUTCDate(), lastDay)))
}

export const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Number of posts in a series whose author hasn't chosen a last day. */
const PROPOSED = 12

/** Returns the default last day of a series, with its rhythm. */
export const proposedRepeat = (day: string, rhythm: Omit<Repeat, 'until'>): Repeat => ({
  ...rhythm,
  until: dayAfter(day, rhythm, PROPOSED - 1),
})

/**
 * Returns the days of a series. An overlong series has one day more than the maximum.
 * @param dayOfMonth the date of monthly posts, if the first month is too short for it
 */
export function seriesDays(first: string, repeat: Repeat, dayOfMonth?: number): string[] {
  const days = [first]
  for (let times = 1; times <= MAX_SERIES; times++) {
    const day = dayAfter(first, repeat, times, dayOfMonth)
    if (day > repeat.until) break
    days.push(day)
  }
  return days
}

/**
 * Returns why a series can't have these days; undefined if it can. In a form, `until` may still be empty.
 * @param texts number of texts that take turns
 */
export function seriesProblem(
  { until }: Repeat,
  { length }: readonly string[],
  texts = 1,
): string | undefined {
  if (until === '') return SERIES_MESSAGES.noUntil
  if (length < 2) return RHYTHM_MESSAGES.once
  if (length > MAX_SERIES) return RHYTHM_MESSAGES.tooMany
  return length < texts ? RHYTHM_MESSAGES.moreTexts : undefined
}

export const WEEKLY = { every: 'week', interval: 1 } as const

/** Returns the day of the month of monthly posts, even if the first month is too short to have it. */
export function dayOfMonthOf(first: string, later: readonly string[]): number {
  const dateOf = (day: string) => Number(day.slice(8))
  const isLastOfMonth = dayAfter(first, { every: 'month', interval: 1 }, 0, 31) === first
  return isLastOfMonth ? Math.max(...[first, ...later].map(dateOf)) : dateOf(first)
}

/** A later post of a series. `text` is the number of its text. It `differs` if its content was changed without the others'. */
type LaterPost = { _id: string; day: string; text: number; differs?: boolean | undefined }
/** `turn` counts from 0, which is the post at which the rhythm changes. */
type Turn = { turn: number; text: number }
export type RhythmPlan = {
  stays: (Turn & { _id: string })[]
  moved: (Turn & { _id: string })[]
  cancelled: LaterPost[]
  /** Cancelled posts whose content would be lost, so that they become drafts. */
  drafts: LaterPost[]
  /** Copies to create on days without a post. */
  added: Turn[]
}

type NewRhythm = {
  /** Days of the new rhythm, beginning with the day of the post at which it changes. */
  days: readonly string[]
  /** Position of that post's text among `texts`. */
  text: number
  /** Positions of all texts of the series. */
  texts: readonly number[]
  later: readonly LaterPost[]
}

/**
 * Plans how the later posts of a series follow a new rhythm. The texts take turns by number, so each day has one. A post stays on
 * its day if that day has its text or if it differs. Otherwise it moves to a day with its text, or is cancelled.
 */
export function planRhythm({ days, text, texts, later }: NewRhythm): RhythmPlan {
  const inTurn = [...new Set([text, ...texts])].toSorted((a, b) => a - b)
  const dueAt = (turn: number) => inTurn[(inTurn.indexOf(text) + turn) % inTurn.length] ?? text
  const free = new Set(days.keys())
  free.delete(0)
  const plan: Omit<RhythmPlan, 'drafts' | 'added'> = { stays: [], moved: [], cancelled: [] }
  const others = later.filter(({ _id, day, text, differs }) => {
    const turn = days.indexOf(day)
    const stays = (differs || dueAt(turn) === text) && free.delete(turn)
    if (stays) plan.stays.push({ _id, turn, text })
    return !stays
  })
  for (const post of others) {
    const turn = post.differs ? undefined : [...free].find(each => dueAt(each) === post.text)
    if (turn === undefined) plan.cancelled.push(post)
    else {
      free.delete(turn)
      plan.moved.push({ _id: post._id, turn, text: post.text })
    }
  }
  const added = [...free].map(turn => ({ turn, text: dueAt(turn) }))
  const kept = new Set([text, ...[...plan.stays, ...plan.moved, ...added].map(post => post.text)])
  const drafts = plan.cancelled.filter(post => {
    const isOnly = !kept.has(post.text)
    if (!post.differs) kept.add(post.text)
    return post.differs || isOnly
  })
  return { ...plan, drafts, added }
}
