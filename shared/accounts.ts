import * as v from 'valibot'

import { NETWORK_IDS, type NetworkId } from './networks.ts'
import { required } from './text.ts'

export const MAX_ACCOUNTS_BASIC_PLAN = 5

export const Provider = v.object({ provider: v.picklist(NETWORK_IDS, 'Please choose facebook or instagram.') })

/** From our own dialog, or from Facebook's JavaScript SDK. */
export const FacebookLogin = v.union([
  v.object({ code: required('The code is missing.', 2000), state: required('The state is missing.', 200) }),
  v.object({ accessToken: required('The access token is missing.', 2000), userID: required('The user is missing.', 64) }),
])
export type FacebookLogin = v.InferOutput<typeof FacebookLogin>

export const PageChoice = v.object({
  id: required('Please select a page to continue.', 64),
  name: v.optional(v.pipe(v.string(), v.maxLength(500))),
})
export type PageChoice = v.InferOutput<typeof PageChoice>

export type PageInfo = { id: string; name: string; picture: string }

export type AccountStatus = 'connected' | 'needs_reconnect'

/** A linked account, as part 2 §3 displays it. Tokens are never part of it. */
export type AccountDetails =
  | { accountConnected: false }
  | {
      accountConnected: true
      provider: NetworkId
      status: AccountStatus
      providerId: string
      profile: string
      name: string
      username: string
      picture: string
      location: string
      followers: number | null
      following: number | null
      bio: string
      link: string
      email: string
      pagesInfo?: PageInfo[]
      selectedPage?: PageInfo
    }
