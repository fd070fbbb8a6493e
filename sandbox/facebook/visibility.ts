import { graphError } from '../graph/graph-error.ts'
import { readTime } from '../graph/time.ts'
import type { PagePost } from '../world/entities/facebook.ts'
import { DAY, MINUTE } from '../world/tokens.ts'

const EARLIEST_MS = 10 * MINUTE
const LATEST_MS = 75 * DAY

export function readBoolean(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise
  if (['true', '1'].includes(text)) return true
  if (['false', '0'].includes(text)) return false
  throw graphError(100, `Param ${name} must be a boolean`)
}

/** Reads `published` and `scheduled_publish_time` as the Page endpoints do. */
export function readVisibility(params: Record<string, string>, now: Date): PagePost['visible'] {
  const published = readBoolean('published', params['published'], true)
  const time = params['scheduled_publish_time']
  if (time === undefined) return published ? 'now' : 'never'
  if (published) throw graphError(100, 'You cannot specify a scheduled publish time on a published post')
  const later = readTime('scheduled_publish_time', time)
  const ahead = later.getTime() - now.getTime()
  if (ahead < EARLIEST_MS || ahead > LATEST_MS) {
    throw graphError(100, 'The specified scheduled publish time is invalid.')
  }
  return { later }
}
