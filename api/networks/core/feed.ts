import type { ProviderMedia } from '#shared/posts/provider-posts.ts'

/** How much of the provider's call budget is spent, in percent of the fullest counter; at 100 it refuses calls. */
export type Usage = { percent: number; regainMinutes: number }

/** An account whose posts are read or changed. */
export type FeedAccess = {
  /** The Page's or professional account's id. */
  accountId: string
  token: string
  onUsage: (usage: Usage) => void
}

export type FeedPost = {
  id: string
  message: string
  createdAt: string
  picture?: string
  permalink?: string
  likes: number | null
  comments: number | null
  media: ProviderMedia[]
  canEdit: boolean
}

export type FeedPage = { posts: FeedPost[]; next: string | null }

/** What stands on an account, whoever published it, newest first. Every call @throws NetworkError */
export type Feed = {
  list(access: FeedAccess, page: { after?: string | undefined; limit: number }): Promise<FeedPage>
}

/** Where the network lets us change what stands there. */
export type EditableFeed = Feed & {
  edit(access: FeedAccess, id: string, message: string): Promise<void>
  remove(access: FeedAccess, id: string): Promise<void>
}
