/** Figures that only the network can count. */
export interface Measures {
  reach: number
  views: number
  saves: number
  clicks: number
}

/** Followers of a Page or account, and the engagement with its posts by day. */
export interface Audience {
  followers: number
  /** Keyed by date in UTC. */
  days: Map<string, { followers?: number; engagement?: number } & Partial<Measures>>
  /** Instagram has no insights of media from before its account became a professional one. */
  professionalSince?: Date
}

/** A comment under a Page's post or an Instagram media. */
export interface Comment {
  id: string
  objectId: string
  /** The Page or account that wrote it, or a visitor. */
  authorId: string
  /** Name of a visitor. */
  authorName?: string
  message: string
  createdAt: Date
  /** The comment that it replies to. */
  parentId?: string
  hidden?: boolean
  /** The Page likes it. */
  liked?: boolean
}
