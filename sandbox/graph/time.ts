import { refuse } from './graph-error.ts'

/** Graph's way of writing an instant. */
export const graphTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+0000`

/** Unix seconds or any text that names an instant. */
export function readTime(name: string, text: string): Date {
  const date = /^\d+$/.test(text) ? new Date(Number(text) * 1000) : new Date(text)
  if (Number.isNaN(date.getTime())) throw refuse(100, `Param ${name} must be a valid date or time`)
  return date
}

/** A test for `since` and `until`, both included. */
export function withinTimes(params: Record<string, string>): (at: Date) => boolean {
  const since = params['since'] ? readTime('since', params['since']) : null
  const until = params['until'] ? readTime('until', params['until']) : null
  const second = (date: Date) => Math.floor(date.getTime() / 1000)
  return at => (!since || second(at) >= second(since)) && (!until || second(at) <= second(until))
}
