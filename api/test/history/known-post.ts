/** The model's knowledge of a post, from its author's actions. */
export type KnownPost = {
  postId: string
  /** Beginning of each of its texts, which identifies it everywhere. */
  mark: string
  edits: number
  /** False if something may have prevented its first comment. */
  undisturbed: boolean
  /** True if its author abandoned it while it was unconfirmed. */
  abandoned: boolean
  /** True if its author has replaced the Google account since, so that a late second post on the former one can't be removed. */
  isAccountReplaced: boolean
}
