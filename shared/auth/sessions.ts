/** A browser that somebody is signed in with. Never its token. */
export type SessionItem = {
  _id: string
  /** The browser and its system in words, for example `Firefox on Windows`. */
  device: string
  /** The network address that it signed in from. */
  address: string
  createdAt: string
  /** To the hour: use is written down that often. */
  seenAt: string
  /** The one that asks. */
  isCurrent: boolean
}
