import { requireScope, requireToken } from '../graph/authorise.ts'
import { parseFields, project } from '../graph/fields.ts'
import { missingObject } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import type { Token } from '../world/entities/sign-ins.ts'
import { readComment } from './comments.ts'
import { pageFields } from './page-node.ts'
import { photoFields } from './photo-node.ts'
import { postFields } from './post-node.ts'
import { managedPages, resolveMe } from './sign-in/page-access.ts'
import { readPerson } from './sign-in/people.ts'
import { videoFields } from './videos/node.ts'

/** Reads an object by id if the token may see it. */
export function readNode(call: GraphCall) {
  const { world } = call
  const token = requireToken(call, 'facebook')
  const id = resolveMe(call.id, token)
  if (id === token.personId && token.kind === 'user') {
    const person = world.people.get(id)
    if (person) return readPerson(call, person)
  }
  const fields = (byDefault: string) => parseFields(call.params['fields'] ?? byDefault)

  const page = world.pages.get(id)
  if (page && reaches(call, token, page.id))
    return project(pageFields(call, token), 'Page', page, fields('id,name'))

  if (commentById(world, id)) return readComment(call)
  const owned = world.pagePosts.get(id) ?? world.photos.get(id) ?? world.videos.get(id)
  if (!owned || !reaches(call, token, owned.pageId)) throw missingObject(call.method, call.id)
  requireScope(token, 'pages_read_engagement', 10)
  const post = world.pagePosts.get(id)
  if (post) return project(postFields(call, token), 'PagePost', post, fields('id,message,created_time'))
  const photo = world.photos.get(id)
  if (photo) return project(photoFields(call), 'Photo', photo, fields('id,name,created_time'))
  const video = world.videos.get(id)
  if (video) return project(videoFields(call), 'Video', video, fields('id,description,updated_time'))
  throw missingObject(call.method, call.id)
}

const reaches = (call: GraphCall, token: Token, pageId: string) =>
  token.kind === 'page' ? token.pageId === pageId : managedPages(call, token).includes(pageId)
