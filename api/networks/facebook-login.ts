/** Signing in to Facebook for a Page: dialog, code, long-lived token, pages, and what a Page says of itself. */
export type FacebookLogin = {
  dialogUrl(input: { state: string; redirectUri: string }): string
  /** A long-lived user token for a dialog's code. */
  exchangeCode(input: { code: string; redirectUri: string }): Promise<FacebookUserToken>
  /** A long-lived user token for the SDK's short-lived one, once it is shown to be of our app and that user. */
  exchangeToken(input: { accessToken: string; userId: string }): Promise<FacebookUserToken>
  /** Every Page of the login, over all pages of the answer. */
  listPages(userToken: string): Promise<FacebookPage[]>
  /** Throws when the token is not this Page's, is not ours, or lacks a permission to publish. */
  checkPageToken(page: FacebookPage): Promise<void>
  readPage(pageId: string, pageToken: string): Promise<AccountProfileRead>
}

export type FacebookUserToken = { userId: string; accessToken: string; expiresAt: Date | undefined }
export type FacebookPage = { id: string; name: string; picture: string; accessToken: string; tasks: string[] }

export type AccountProfileRead = {
  name: string
  username: string
  picture: string
  location: string
  followers: number | null
  following: number | null
  bio: string
  link: string
  email: string
}
