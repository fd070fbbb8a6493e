/** The model's knowledge of a post, from its author's actions. */
export type KnownPost = {
  postId: string
  /** Beginning of each text of the post. It identifies the post at the networks. */
  mark: string
  edits: number
  /** False if something may have prevented the first comment. */
  undisturbed: boolean
  /** True if the author abandoned the post while it was unconfirmed. */
  abandoned: boolean
  /** True if its author has replaced the Google account since, so that a late second post on the former one can't be removed. */
  isAccountReplaced: boolean
}
