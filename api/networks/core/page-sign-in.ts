import type { PublicProfile } from '#shared/accounts.ts'

/** Signs in on a page of the server that a member names, or that their account names. */
export type PageSignIn = {
  /**
   * Finds the server, and starts a sign-in there.
   * @param entered what the declaration asks for
   * @returns the URL of its page, the state with which that page returns to `returnUrl`, and what `finish` needs, which is secret
   * @throws {NetworkError} `permanent` with a message that says what to change
   */
  start(entered: string, returnUrl: string): Promise<{ url: string; state: string; pending: string }>
  /** Completes the sign-in by the query with which the page returned. */
  finish(pending: string, returned: Record<string, string>): Promise<PageGrant>
  /** Reads the account's profile. @throws {NetworkError} `permanent` if whoever signed in may not publish */
  readProfile(grant: PageGrant): Promise<PublicProfile>
}

/** A completed sign-in. Those with the same `loginId` are revoked together. */
export type PageGrant = {
  accountId: string
  loginId: string
  accessToken: string
  userToken: string
  expiresAt: Date | undefined
}
