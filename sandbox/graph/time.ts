import { graphError } from './graph-error.ts'

/** Formats an instant as Graph does. */
export const graphTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+0000`

/** Parses Unix seconds or a date. */
export function readTime(name: string, text: string): Date {
  const date = /^\d+$/.test(text) ? new Date(Number(text) * 1000) : new Date(text)
  if (Number.isNaN(date.getTime())) throw graphError(100, `Param ${name} must be a valid date or time`)
  return date
}

/** Returns a filter for `since` and `until`, both inclusive. */
export function withinTimes(params: Record<string, string>): (at: Date) => boolean {
  const since = params['since'] ? readTime('since', params['since']) : null
  const until = params['until'] ? readTime('until', params['until']) : null
  const second = (date: Date) => Math.floor(date.getTime() / 1000)
  return at => (!since || second(at) >= second(since)) && (!until || second(at) <= second(until))
}
