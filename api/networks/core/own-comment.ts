import type { OwnComment } from './network.ts'
import { isSameText } from './same-text.ts'

/** Clocks differ, and the provider tells whole seconds. */
const CLOCK_SLACK_MS = 60_000

/** A comment as a provider shows it; `from` where it tells whose it is. */
export type FoundComment = { id: string; text: string; at: string; from: string | undefined }

/** Whether a comment that the provider shows is the one that was sent; whose it is counts where that is told. */
export const isOurComment = (
  { message, accountId }: OwnComment,
  { text, at, from }: FoundComment,
  since: Date,
) =>
  isSameText(text, message) &&
  (from === undefined || from === accountId) &&
  Date.parse(at) >= +since - CLOCK_SLACK_MS
