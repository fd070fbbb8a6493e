/** Followers of a Page or account, and the engagement with its posts by day. */
export interface Audience {
  followers: number
  /** Keyed by date in UTC. */
  days: Map<string, { followers?: number; engagement?: number }>
}

/** A comment under a Page's post or an Instagram media. */
export interface Comment {
  id: string
  objectId: string
  /** The Page or account that wrote it. */
  authorId: string
  message: string
  createdAt: Date
}
