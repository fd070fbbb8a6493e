import type { Provider } from './people.ts'

export interface LoginCode {
  value: string
  provider: Provider
  personId: string
  scopes: string[]
  issuedAt: Date
  used: boolean
  /** Null for a code from the control call, which is bound to no app and redirect URI. */
  boundTo: { appId: string; redirectUri: string } | null
}

export interface Token {
  value: string
  provider: Provider
  kind: 'user' | 'page'
  personId: string
  pageId: string | null
  /** Null for a token from the control call until an app exchanges it. */
  appId: string | null
  scopes: string[]
  issuedAt: Date
  expiresAt: Date | null
  longLived: boolean
  death: 'password_changed' | 'app_removed' | null
}
