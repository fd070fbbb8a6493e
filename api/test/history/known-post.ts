/** The model's knowledge of a post, from its author's actions. */
export type KnownPost = {
  postId: string
  /** Starts each of its texts, so that it can be found anywhere. */
  mark: string
  edits: number
  /** True if nothing may have prevented its first comment. */
  undisturbed: boolean
  /** True if its author gave it up while it was unconfirmed. */
  abandoned: boolean
}
