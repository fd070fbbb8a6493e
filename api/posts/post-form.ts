import * as v from 'valibot'

import { MAX_FILES } from '#shared/media/media.ts'
import { PostData } from '#shared/posts/posts.ts'

const flag = v.pipe(
  v.optional(v.picklist(['true', 'false', '1', '0', ''], 'This must be true or false.'), 'false'),
  v.transform(text => text === 'true' || text === '1'),
)

/** The text fields of auth/createPosts. Provider tokens sent by old clients are ignored. */
export const PostForm = v.object({
  data: v.pipe(
    v.string('The post is missing.'),
    v.parseJson(undefined, 'The post can’t be read: data must be JSON.'),
    PostData,
  ),
  isScheduled: flag,
  scheduledTime: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), ''),
})

/** Describes the body for /api/openapi.json: multipart bodies are read as a stream, bypassing the validators. */
export const createPostBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['data'],
        properties: {
          media: {
            type: 'array' as const,
            maxItems: MAX_FILES,
            items: {
              type: 'string' as const,
              contentMediaType: 'image/jpeg, image/png or video/mp4',
              format: 'binary',
            },
          },
          data: {
            type: 'string' as const,
            contentMediaType: 'application/json',
            description:
              'JSON: platforms [{platform, message, media? (positions), firstComment?}], timestamp?, altTexts? (in the order of the media), mediaIds? (uploaded before; the files follow them), draftId? (the draft to delete), timeZone? (IANA), slot? (next: at the next free posting time, whatever scheduledTime says), labels? (not published)',
          },
          isScheduled: { type: 'string' as const, enum: ['true', 'false'] },
          scheduledTime: { type: 'string' as const, description: 'Unix seconds; empty unless scheduled' },
        },
      },
      encoding: { data: { contentType: 'application/json' } },
    },
  },
}
