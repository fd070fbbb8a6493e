import { requireScope, requireToken } from '../graph/authorise.ts'
import { missingObject } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { InstagramAccount } from '../world/entities/people.ts'
import type { Token } from '../world/entities/sign-ins.ts'

/** Returns the token's account. The path may hold `me`, the professional id or the app-scoped id. */
export function requireAccount(call: GraphCall): { account: InstagramAccount; token: Token } {
  const { account, token } = ownAccount(call)
  if (!['me', account.id, account.personId].includes(call.id)) throw missingObject(call.method, call.id)
  return { account, token }
}

export function ownAccount(call: GraphCall): { account: InstagramAccount; token: Token } {
  const token = requireToken(call, 'instagram')
  const person = call.world.people.get(token.personId)
  const account = call.world.instagramAccounts.get(person?.accountId ?? '')
  if (!account) throw missingObject(call.method, call.id)
  requireScope(token, 'instagram_business_basic', 10)
  return { account, token }
}

export function requirePublishing(call: GraphCall): InstagramAccount {
  const { account, token } = requireAccount(call)
  requireScope(token, 'instagram_business_content_publish', 10)
  return account
}
