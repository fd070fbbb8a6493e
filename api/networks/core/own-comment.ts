import type { OwnComment } from './network.ts'
import { isSameText } from './same-text.ts'

/** Tolerates differing clocks and timestamps in whole seconds. */
const CLOCK_SLACK_MS = 60_000

/** A comment listed by a provider; `from` is its author's id, if given. */
export type FoundComment = { id: string; text: string; at: string; from: string | undefined }

/** Recognises our comment by its text and time, and by its author if given. */
export const isOurComment = (
  { message, accountId }: OwnComment,
  { text, at, from }: FoundComment,
  since: Date,
) =>
  isSameText(text, message) &&
  (from === undefined || from === accountId) &&
  Date.parse(at) >= +since - CLOCK_SLACK_MS
