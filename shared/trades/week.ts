/** What a post is for. No two posts of a week are of one kind. */
export const POST_KINDS = {
  tip: 'Tip',
  behind: 'Behind the scenes',
  question: 'Question',
  offer: 'Offer',
  review: 'Ask for a review',
  event: 'What’s on',
} as const
export type PostKind = keyof typeof POST_KINDS

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
/** Time of day as in '06:40'. */
export type Slot = readonly [day: (typeof DAYS)[number], time: string]
type Line = readonly [...Slot, kind: Exclude<PostKind, 'event'>, text: string]

export type Season = 'summer' | 'autumn' | 'winter' | 'spring'

/** Those who look forward to the same days, such as Mother’s Day. */
export type Crowd = 'eat' | 'gift' | 'treat' | 'home' | 'animals' | 'car' | 'office' | 'active' | 'away'

export const POSTS_A_WEEK = 5

/**
 * A trade’s week. Its texts say nothing that could be wrong of a business that we don’t know. `{business}`, `{suburb}` and `{Trade}` stand
 * for what the visitor entered.
 */
export type TradeWeek = {
  /** When its customers look at their phones, as a part of a sentence. */
  times: string
  posts: readonly [Line, Line, Line, Line]
  /** The fifth post: of the season, unless a day is near that its crowd looks forward to. */
  event: readonly [...Slot, summer: string, autumn: string, winter: string, spring: string]
  crowd?: Crowd
}
