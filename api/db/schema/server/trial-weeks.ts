import { index, instant, json, sqliteTable, text } from '#api/db/schema/columns.ts'

/** A post of a trial week. `isByAi` is false for one from a template. */
export type SuggestedPost = { text: string; at: string; isByAi: boolean }

/** Weeks of posts that visitors tried, until they keep them. Nobody knows who the visitors are. */
export const trialWeeks = sqliteTable(
  'trial_weeks',
  {
    tokenHash: text('token_hash').primaryKey(),
    businessName: text('business_name').notNull(),
    timeZone: text('time_zone').notNull(),
    posts: json<SuggestedPost[]>('posts').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('trial_weeks_expiry').on(t.expiresAt)],
)

/** Posts that AI wrote for a kind of business in a suburb, for all visitors. */
export const trialTexts = sqliteTable('trial_texts', {
  /** Kind and suburb. */
  key: text().primaryKey(),
  /**
   * Texts by day of the week; null for a text that was unfit to show. The whole list is null while AI writes, or if that
   * failed.
   */
  texts: json<(string | null)[]>('texts'),
  /** Time until which the texts are shown or, if writing failed, until which it isn't tried again. */
  until: instant('until').notNull(),
})
