import type { NodeFields } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { graphTime } from '../graph/time.ts'
import type { Photo } from '../world/entities/facebook.ts'

export const photoUrl = (call: GraphCall, photo: Photo) => `${call.origin}/files/${photo.file.id}`

export const photoFields = (call: GraphCall): NodeFields<Photo> => ({
  id: photo => photo.id,
  name: photo => photo.caption,
  alt_text: photo => photo.altText,
  alt_text_custom: photo => photo.altText,
  width: photo => photo.size?.width,
  height: photo => photo.size?.height,
  images: photo => [{ source: photoUrl(call, photo), ...photo.size }],
  picture: photo => photoUrl(call, photo),
  source: photo => photoUrl(call, photo),
  link: photo => `${call.origin}/facebook/${photo.pageId}/photos/${photo.id}`,
  created_time: photo => graphTime(photo.createdAt),
  page_story_id: photo => photo.postId,
  from: photo => ({ id: photo.pageId, name: call.world.pages.get(photo.pageId)?.name }),
})
