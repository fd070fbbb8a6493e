import type { AccountProfileRead } from './facebook-login.ts'

/** Signing in to a professional Instagram account: dialog, code, long-lived token, refresh, and its profile. */
export type InstagramLogin = {
  dialogUrl(input: { state: string; redirectUri: string }): string
  exchangeCode(input: { code: string; redirectUri: string }): Promise<InstagramToken>
  refresh(accessToken: string): Promise<{ accessToken: string; expiresAt: Date }>
  readProfile(accessToken: string): Promise<AccountProfileRead & { userId: string; accountType: string }>
}

/** `userId` is the professional account's id, which paths use. */
export type InstagramToken = { userId: string; accessToken: string; expiresAt: Date }
