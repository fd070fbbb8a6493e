import { type NodeFields, parseFields, project } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { audienceOf } from '../world/audiences.ts'
import type { InstagramAccount } from '../world/entities/people.ts'
import { mediaOfAccount } from '../world/instagram-media.ts'
import { requireAccount } from './account-access.ts'

const accountFields = (call: GraphCall): NodeFields<InstagramAccount> => ({
  id: account => account.personId,
  user_id: account => account.id,
  username: account => account.username,
  name: account => account.name,
  account_type: () => 'Business',
  biography: account => `${account.name}, on Instagram.`,
  website: account => `https://${account.username}.example`,
  followers_count: account => audienceOf(call.world, account.id).followers,
  follows_count: () => 0,
  media_count: account => mediaOfAccount(call.world, account.id).length,
  profile_picture_url: account => `${call.origin}/pictures/${encodeURIComponent(account.name)}.svg`,
})

export function readAccount(call: GraphCall) {
  const { account } = requireAccount(call)
  return project(accountFields(call), 'IGUser', account, parseFields(call.params['fields'] ?? 'id'))
}
