const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How often what may be asked. `Address` counts by where a request came from, `Email` by whom it is about. */
export const LIMITS = {
  registerAddress: { name: 'register:address', most: 60, windowMs: HOUR },
  registerEmail: { name: 'register:email', most: 10, windowMs: HOUR },
  loginAddress: { name: 'login:address', most: 30, windowMs: 15 * MINUTE },
  loginEmail: { name: 'login:email', most: 10, windowMs: 15 * MINUTE },
  verifyAddress: { name: 'verify:address', most: 30, windowMs: 15 * MINUTE },
  resendAddress: { name: 'resend:address', most: 30, windowMs: 15 * MINUTE },
  resendEmail: { name: 'resend:email', most: 5, windowMs: 15 * MINUTE },
} as const
