import { createHash } from 'node:crypto'

import { fetchMedia, UnreachableMedia } from '../files/fetch-media.ts'
import type { StoredFile } from '../files/file-store.ts'
import { pictureFormat, pictureSize } from '../files/picture.ts'
import { GraphError, graphError } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Photo } from '../world/entities/facebook.ts'
import { ids } from '../world/ids.ts'
import { addPagePost } from '../world/page-posts.ts'
import { checkMessage } from './message.ts'
import { publishingPage } from './sign-in/page-access.ts'
import { readVisibility } from './visibility.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_ALT_TEXT = 1000

/** Publishes a photo in a post, or uploads it as unpublished. */
export async function publishPhoto(call: GraphCall) {
  const { world, params } = call
  const { page, token } = publishingPage(call, call.id)
  const message = params['caption'] ?? params['message'] ?? params['name'] ?? ''
  checkMessage(message)
  if ((params['alt_text_custom'] ?? '').length > MAX_ALT_TEXT)
    throw graphError(100, 'alt_text_custom is too long')
  const visible = readVisibility(params, world.now())

  const file = await receivePicture(call)
  const bytes = world.files.read(file)
  const photo: Photo = {
    id: ids.object(),
    pageId: page.id,
    file,
    sha256: createHash('sha256')
      .update(bytes ?? '')
      .digest('hex'),
    size: bytes && pictureSize(bytes),
    altText: params['alt_text_custom'] || null,
    caption: message,
    postId: null,
    createdAt: world.now(),
  }
  world.photos.set(photo.id, photo)
  world.shownFiles.set(file.id, file)
  if (visible === 'never') return { id: photo.id }
  const post = addPagePost(world, { pageId: page.id, appId: token.appId, message, photos: [photo], visible })
  return { id: photo.id, post_id: post.id }
}

async function receivePicture(call: GraphCall): Promise<StoredFile> {
  const { url } = call.params
  const upload = call.files[0]?.file
  if (url && upload) throw graphError(100, 'Send either url or a file, not both')
  const file = upload ?? (url ? await fetchPicture(call, url) : null)
  if (!file) throw graphError(324, 'Requires upload file')
  if (!pictureFormat(file.head) || file.bytes > MAX_BYTES) {
    throw new GraphError({
      code: 100,
      subcode: 1366046,
      message: 'Invalid parameter',
      title: "Can't Read Files",
      userMessage:
        "Your photos couldn't be uploaded. Photos should be smaller than 10 MB and saved as JPG, PNG, GIF or TIFF files.",
    })
  }
  return file
}

async function fetchPicture(call: GraphCall, url: string): Promise<StoredFile> {
  try {
    return await fetchMedia(call.world.files, url, 'follow')
  } catch (error) {
    if (!(error instanceof UnreachableMedia)) throw error
    throw graphError(324, `Missing or invalid image file: ${error.message}`, 2069019)
  }
}
