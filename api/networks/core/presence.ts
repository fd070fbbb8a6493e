import type { Keyword, PresenceFigures } from '#shared/insights.ts'

/** Reads how often people see an account's profile, and what they do there. */
export type PresenceReader = {
  /**
   * Returns the days from `from` to `to` for which the network has figures. It provides the latest ones after some days.
   * @throws {NetworkError} if the network can't be reached, or gives no figures for the account
   */
  days(access: PresenceAccess, range: { from: string; to: string }): Promise<PresenceDayFigures[]>
  /** Returns the searches that led people to the profile in a month such as `2026-10`, most frequent first. */
  keywords(access: PresenceAccess, month: string): Promise<Keyword[]>
}

export type PresenceAccess = { accountId: string; token: string; now: () => Date }

export type PresenceDayFigures = PresenceFigures & { day: string }
