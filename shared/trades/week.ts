/** Purposes of a post. Each post of a week has another kind. */
export const POST_KINDS = {
  tip: 'Tip',
  behind: 'Behind the scenes',
  question: 'Question',
  offer: 'Invitation',
  review: 'Ask for a review',
  event: 'What’s on',
} as const
export type PostKind = keyof typeof POST_KINDS

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
/** A weekday and a time of day, such as 'Mon 06:40'. */
export type Slot = `${(typeof DAYS)[number]} ${number}:${number}`

export type Season = 'summer' | 'autumn' | 'winter' | 'spring'

/** Groups of trades whose customers celebrate the same days, such as Mother’s Day. */
export type Crowd = 'eat' | 'gift' | 'treat' | 'home' | 'animals' | 'car' | 'office' | 'active' | 'away'

export const POSTS_A_WEEK = 5

/**
 * The templates of a trade. They claim nothing that could be untrue of an unknown business. The visitor’s input replaces `{business}`,
 * `{suburb}` and `{Trade}`, the last with a capital letter.
 */
export type TradeWeek = {
  /** When its customers look at their phones, as a part of a sentence. */
  times: string
  /** Four texts by slot and kind, such as 'Mon 06:40 tip'. */
  posts: Readonly<Record<`${Slot} ${Exclude<PostKind, 'event'>}`, string>>
  /** The fifth post: about the season, or about a day of its crowd, if one is near. */
  event: Readonly<Record<Season, string> & { at: Slot }>
  crowd?: Crowd
}

/** Returns the four posts of a week. */
export const postsOf = ({ posts }: TradeWeek) =>
  Object.entries(posts).map(([key, text]) => {
    const [day, time, kind] = key.split(' ')
    return { at: `${day} ${time}` as Slot, kind: kind as PostKind, text }
  })
