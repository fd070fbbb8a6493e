// The review page imports this file, so it has no schemas, which would make the page too large for a phone.

/** Header with the PIN or the pass, for requests with a link that has one. */
export const REVIEW_PIN_HEADER = 'X-Review-Pin'
export const MAX_COMMENT_CHARS = 5000
export const MAX_REVIEWER_NAME_CHARS = 80
