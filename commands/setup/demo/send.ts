import type { ClockedApi } from './clocked-api.ts'
import { drawPicture } from './pictures/draw.ts'
import type { SamplePost } from './posts.ts'

const TIME_ZONE = 'Australia/Melbourne'

/** Sends a post through the composer's call: now, or at a time. @returns its id */
export async function sendPost({ call, ctx }: ClockedApi, token: string, post: SamplePost, at?: Date) {
  const form = new FormData()
  form.set(
    'data',
    JSON.stringify({
      platforms: post.networks.map(platform => ({ platform, message: post.message })),
      altTexts: post.pictures.map(({ alt }) => alt),
      timestamp: ctx.now().toISOString(),
      timeZone: TIME_ZONE,
    }),
  )
  form.set('isScheduled', String(at !== undefined))
  form.set('scheduledTime', at ? String(Math.floor(+at / 1000)) : '')
  for (const { scene } of post.pictures) form.append('media', await drawPicture(scene))
  const { body } = await call<{ postId: string }>('auth/createPosts', { form, token })
  return body.postId
}

export async function saveDraft({ call }: ClockedApi, token: string, post: SamplePost) {
  const media: { mediaId: string; altText: string }[] = []
  for (const { scene, alt } of post.pictures) {
    const form = new FormData()
    form.append('media', await drawPicture(scene))
    const { body } = await call<{ data: { _id: string } }>('media', { form, token })
    media.push({ mediaId: body.data._id, altText: alt })
  }
  const networks = Object.fromEntries(post.networks.map(network => [network, true]))
  const content = { message: post.message, networks, media, mediaKind: media.length > 0 ? 'image' : null }
  await call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: { version: 0, content }, token })
}
