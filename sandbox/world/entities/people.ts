export type Provider = 'facebook' | 'instagram'

export interface Person {
  id: string
  provider: Provider
  name: string
  pageIds: string[]
  /** Business portfolios. `/me/accounts` omits their Pages. */
  portfolios: Portfolio[]
  accountId: string | null
  scopes: string[]
  /** True if the network's dialog offers to continue as this person. */
  offered?: boolean
}

export interface Portfolio {
  id: string
  name: string
  ownedPageIds: string[]
  clientPageIds: string[]
}

export interface Page {
  id: string
  name: string
  username: string
  category: string
  /** True for a business that works online only. */
  hasNoAddress?: boolean
}

export interface InstagramAccount {
  id: string
  personId: string
  username: string
  name: string
}

export interface GooglePerson {
  /** Google's `sub`, which stays the same when the e-mail changes. */
  id: string
  name: string
  email: string
  emailVerified: boolean
}
