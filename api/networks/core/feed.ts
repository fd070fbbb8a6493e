import type { ProviderPost } from '#shared/posts/provider-posts.ts'

/** Used share of the call budget, in percent, by the provider's highest counter. At 100, the provider rejects calls. */
export type Usage = { percent: number; regainMinutes: number }

/** An account whose posts are read or changed. */
export type FeedAccess = {
  /** The Page's or professional account's id. */
  accountId: string
  token: string
  onUsage: (usage: Usage) => void
}

export type FeedPost = Omit<ProviderPost, 'network' | 'canDelete' | 'postId'>

export type FeedPage = { posts: FeedPost[]; next: string | null }

/** Reads an account's remote posts, newest first. Each call may throw a NetworkError. */
export type Feed = {
  list(access: FeedAccess, page: { after?: string | undefined; limit: number }): Promise<FeedPage>
}

/** For networks that let us delete remote posts. */
export type RemovableFeed = Feed & {
  /**
   * Rebuilds a post's id, as `list` returns it, from its last part, which comes from a URL. Returns undefined if no post of the
   * account can have that id.
   */
  idFrom(accountId: string, part: string): string | undefined
  /** Message after a removal that can be undone, such as a move to the bin. */
  removedMessage?: string
  /** @throws {NetworkError} also when the network no longer has the post */
  remove(access: FeedAccess, id: string): Promise<void>
}

/** For networks that allow changes to remote posts. */
export type EditableFeed = RemovableFeed & {
  edit(access: FeedAccess, id: string, message: string): Promise<void>
}
