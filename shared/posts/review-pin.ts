/** Sent with each request under a link that has a PIN. The review page imports this file, so it must stay small. */
export const REVIEW_PIN_HEADER = 'X-Review-Pin'
