/** Waits that a person sees, in milliseconds, from the specification (part 1 §9, part 2 §9). */
export const TOAST_MS = 5000
export const NOTICE_MS = 4000
export const SOCIAL_HUB_TOAST_MS = 3000
export const COPY_TICK_MS = 2000
export const HERO_WORD_MS = 2000
export const DOMAIN_REFRESH_MS = 1000
export const FACEBOOK_AFTER_LOGIN_MS = 4000
/** How long what was deleted can be taken back from its notice. */
export const UNDO_MS = 10_000
export const SESSION_EXPIRED_LOGOUT_MS = 3000
/** How long a person waits before the code can be sent again. */
export const OTP_RESEND_WAIT_MS = 30_000
export const SCHEDULE_STEP_MINUTES = 15
/** Between a valid ad campaign form and its sending. */
export const AD_CAMPAIGN_SEND_MS = 2000
/** Between a new password and the dashboard. */
export const RESET_REDIRECT_MS = 2000
/** Between Save Changes on the profile and its sending. */
export const PROFILE_SAVE_MS = 2000
export const COUNTRY_SEARCH_MS = 250
/** How long a call that refreshes scores waits for them. */
export const REFRESH_WAIT_MS = 60_000
/** How long a browser waits for an answer to begin, which is longer than any call takes: what is silent for that long is gone. */
export const ANSWER_WAIT_MS = 75_000
/** From the last key to the saving of a draft. */
export const DRAFT_SAVE_MS = 1000
/** Between tries to save a draft while the server can't be reached. */
export const DRAFT_RETRY_MS = 10_000
