type DecidedPost = {
  _id: string
  seriesId: string | null | undefined
  /** State of the post's approval, as shown to its readers. */
  state: string | undefined
  contentHash: string | null | undefined
  publishAt: Date
}

/**
 * Returns true if a decision on one post may also apply to another of its series: their content and approval are the same, and the
 * other's time hasn't passed.
 */
export const isAlike = (one: DecidedPost, other: DecidedPost, now: Date): boolean =>
  one._id !== other._id &&
  Boolean(one.seriesId) &&
  one.seriesId === other.seriesId &&
  one.state === other.state &&
  one.state !== 'changes_requested' &&
  one.contentHash === other.contentHash &&
  other.publishAt > now

/** Label of the checkbox that also sends back the alike posts. */
export const alsoOthersLabel = (others: number): string =>
  others === 1
    ? 'Also the other post with the same words and pictures'
    : `Also the ${others} other posts with the same words and pictures`
