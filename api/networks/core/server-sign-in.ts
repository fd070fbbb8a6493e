import type { PublicProfile } from '#shared/accounts.ts'

/** Signs in on a page of the account's own server, found by the address or account name that the user enters. */
export type ServerSignIn = {
  /**
   * Finds the server, and starts a sign-in there.
   * @param entered the server's address or the account's name
   * @returns the URL of the server's page, the `state` with which it redirects to `returnUrl`, and the secret input of `finish`
   * @throws {NetworkError} `permanent` with a message that says what to change
   */
  start(entered: string, returnUrl: string): Promise<{ url: string; state: string; pending: string }>
  /** Completes the sign-in with the query parameters of the redirect. */
  finish(pending: string, returned: Record<string, string>): Promise<ServerGrant>
  /** Reads the account's profile. @throws {NetworkError} `permanent` if the user who signed in may not publish */
  readProfile(grant: ServerGrant): Promise<PublicProfile>
}

/** A completed sign-in. Grants with the same `loginId` are revoked together. */
export type ServerGrant = {
  accountId: string
  loginId: string
  accessToken: string
  userToken: string
  expiresAt: Date | undefined
}
