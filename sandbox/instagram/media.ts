import { parseFields, project } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { withinTimes } from '../graph/time.ts'
import { mediaOfAccount } from '../world/instagram-media.ts'
import { requireAccount } from './account-access.ts'
import { mediaFields } from './media-node.ts'

/** Lists an account's media, newest first, without stories. */
export function listMedia(call: GraphCall) {
  const { account } = requireAccount(call)
  const { world, params, address } = call
  const inTime = withinTimes(params)
  const media = mediaOfAccount(world, account.id).filter(
    one => inTime(one.createdAt) && world.containers.get(one.containerId)?.kind !== 'story',
  )
  const fields = parseFields(params['fields'] ?? 'id')
  return pageOf(media, params, address, one => project(mediaFields(call), 'IGMedia', one, fields))
}
