import { parseFields, project } from '../graph/fields.ts'
import { missingObject } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import { ownAccount } from './account-access.ts'
import { readAccount } from './account.ts'
import { readComment } from './comments.ts'
import { containerFields } from './container-node.ts'
import { mediaFields } from './media-node.ts'

/** Reads a container, published media or the account by id. */
export function readNode(call: GraphCall) {
  const { world, id } = call
  const { account } = ownAccount(call)
  if (commentById(world, id)) return readComment(call)
  const fields = parseFields(call.params['fields'] ?? 'id')
  const container = world.containers.get(id)
  if (container?.accountId === account.id)
    return project(containerFields(call), 'IGContainer', container, fields)
  const media = world.instagramMedia.get(id)
  if (media?.accountId === account.id) return project(mediaFields(call), 'IGMedia', media, fields)
  if (container || media) throw missingObject(call.method, id)
  return readAccount(call)
}
