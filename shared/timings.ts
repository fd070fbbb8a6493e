/** Visible delays in milliseconds, from the specification (part 1 §9, part 2 §9). */
export const TOAST_MS = 5000
export const NOTICE_MS = 4000
export const SOCIAL_HUB_TOAST_MS = 3000
export const COPY_TICK_MS = 2000
export const HERO_WORD_MS = 2000
export const DOMAIN_REFRESH_MS = 1000
export const FACEBOOK_AFTER_LOGIN_MS = 4000
/** Duration of the undo button after a deletion. */
export const UNDO_MS = 10_000
export const SESSION_EXPIRED_LOGOUT_MS = 3000
/** Time before a code can be sent again. */
export const OTP_RESEND_WAIT_MS = 30_000
export const SCHEDULE_STEP_MINUTES = 15
export const AD_CAMPAIGN_SEND_MS = 2000
/** Delay between setting a new password and opening the dashboard. */
export const RESET_REDIRECT_MS = 2000
/** Delay between pressing Save Changes on the profile and its request. */
export const PROFILE_SAVE_MS = 2000
export const COUNTRY_SEARCH_MS = 250
export const REFRESH_WAIT_MS = 60_000
/** Time after which a browser gives up waiting for the response headers. Exceeds the duration of any call. */
export const RESPONSE_TIMEOUT_MS = 75_000
/** Delay between the last keystroke and saving a draft. */
export const DRAFT_SAVE_MS = 1000
/** Delay between attempts to save a draft while the server is unreachable. */
export const DRAFT_RETRY_MS = 10_000
