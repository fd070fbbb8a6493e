/** A browser in which the user is signed in. Never contains its token. */
export type SessionItem = {
  _id: string
  /** Browser and operating system, for example `Firefox on Windows`. */
  device: string
  /** IP address of the sign-in. */
  address: string
  createdAt: string
  /** Accurate to the hour. */
  seenAt: string
  /** True for the session of this request. */
  isCurrent: boolean
}
