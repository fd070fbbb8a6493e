/** Header with the PIN or the pass, for requests with a link that has one. The review page imports this file, so it must stay small. */
export const REVIEW_PIN_HEADER = 'X-Review-Pin'
