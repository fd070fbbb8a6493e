/** Describes a field of responses that list what a sign-in may use. */
export const UNLISTED =
  'A list of `{name, reason}`: account groups or portfolios that the network didn’t list, and why'
