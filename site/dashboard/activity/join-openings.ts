import { type ActivityEntry, openedLinkOf } from '#shared/activity.ts'

/** An entry of the log as the list shows it. */
export type ShownEntry = ActivityEntry & {
  /** Earlier openings of the same link on the same day, latest first. */
  earlier?: string[]
}

/**
 * Joins the openings of a link on one day into one entry, the latest. A client who opens a link all day would otherwise fill the
 * list. The log and its export keep each opening.
 * @param entries latest first
 */
export function joinOpenings(entries: readonly ActivityEntry[]): ShownEntry[] {
  const latest = new Map<string, ShownEntry>()
  const shown: ShownEntry[] = []
  for (const entry of entries) {
    const link = openedLinkOf(entry)
    const key = link && `${link} ${new Date(entry.at).toDateString()}`
    const joined = key && latest.get(key)
    if (joined) {
      joined.earlier = [...(joined.earlier ?? []), entry.at]
      continue
    }
    const copy = { ...entry }
    if (key) latest.set(key, copy)
    shown.push(copy)
  }
  return shown
}
