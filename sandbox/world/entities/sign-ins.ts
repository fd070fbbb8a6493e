import type { Provider } from './people.ts'
export interface LoginCode {
  value: string
  provider: Provider
  personId: string
  scopes: string[]
  issuedAt: Date
  used: boolean
  /** Null for a code made by the control call, which no dialog bound to an app and address. */
  boundTo: { appId: string; redirectUri: string } | null
}

export interface Token {
  value: string
  provider: Provider
  kind: 'user' | 'page'
  personId: string
  pageId: string | null
  /** Null until an app exchanges it: a token that the control call made belongs to no app yet. */
  appId: string | null
  scopes: string[]
  issuedAt: Date
  expiresAt: Date | null
  longLived: boolean
  death: 'password_changed' | 'app_removed' | null
}
