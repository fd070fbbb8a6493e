/** Sent with each request under a link that has a PIN. The page of reviewers imports this file, which must stay small. */
export const REVIEW_PIN_HEADER = 'X-Review-Pin'
