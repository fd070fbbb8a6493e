/** Shown when an ad campaign or a questionnaire could not be sent. */
export const FEATURE_FAILED = 'Failed to submit form.'
