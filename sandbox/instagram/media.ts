import { parseFields, project } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { withinTimes } from '../graph/time.ts'
import type { Container, InstagramMedia } from '../world/entities/instagram.ts'
import { mediaOfAccount } from '../world/instagram-media.ts'
import { DAY } from '../world/tokens.ts'
import { requireAccount } from './account-access.ts'
import { mediaFields } from './media-node.ts'

/** Lists an account's media, newest first, without stories. */
export const listMedia = (call: GraphCall) => list(call, container => container?.kind !== 'story')

/** Lists an account's stories of the last day, newest first. */
export const listStories = (call: GraphCall) =>
  list(
    call,
    (container, media) =>
      container?.kind === 'story' && call.world.now().getTime() - media.createdAt.getTime() < DAY,
  )

function list(
  call: GraphCall,
  isListed: (container: Container | undefined, media: InstagramMedia) => boolean,
) {
  const { account } = requireAccount(call)
  const { world, params, address } = call
  const inTime = withinTimes(params)
  const media = mediaOfAccount(world, account.id).filter(
    one => inTime(one.createdAt) && isListed(world.containers.get(one.containerId), one),
  )
  const fields = parseFields(params['fields'] ?? 'id')
  return pageOf(media, params, address, one => project(mediaFields(call), 'IGMedia', one, fields))
}
