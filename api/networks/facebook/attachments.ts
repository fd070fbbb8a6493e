import * as v from 'valibot'

import type { ProviderMedia } from '#shared/posts/provider-posts.ts'

const text = v.optional(v.string(), '')

const Item = {
  type: text,
  media_type: text,
  description: text,
  media: v.optional(v.object({ image: v.optional(v.object({ src: text })), source: v.optional(v.string()) })),
}
export const Attachments = v.optional(
  v.object({
    data: v.array(
      v.object({ ...Item, subattachments: v.optional(v.object({ data: v.array(v.object(Item)) })) }),
    ),
  }),
)

const ITEM = 'type,media_type,description,media{image,source}'

/** Sets the limit of an album's pictures, which is twelve by default. */
export const ATTACHMENT_FIELDS = `attachments{${ITEM},subattachments.limit(30){${ITEM}}}`

/** Returns a post's pictures and videos, including each item of an album. */
export const mediaOf = (attachments: v.InferOutput<typeof Attachments>): ProviderMedia[] =>
  (attachments?.data ?? [])
    .flatMap(item => item.subattachments?.data ?? [item])
    .flatMap(({ media, type, media_type: mediaType, description }): ProviderMedia[] => {
      const picture = media?.image?.src
      const isVideo = mediaType === 'video' || type.startsWith('video')
      if (isVideo && media?.source)
        return [
          { kind: 'video', url: media.source, ...(picture && { poster: picture }), altText: description },
        ]
      return picture ? [{ kind: 'image', url: picture, altText: description }] : []
    })
