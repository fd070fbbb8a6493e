import * as v from 'valibot'

import { CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import type { LatePosts } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { baseOf, type InstagramApp } from './app.ts'

const Media = v.object({ id: GraphId, caption: v.optional(v.string(), ''), timestamp: v.string() })

/**
 * Finds media that Instagram published from a call that had been written off. A container is used once, so this happens only
 * if the author has edited the post since, which creates its container again. The API can't delete media.
 */
export const instagramLatePosts = (app: InstagramApp): LatePosts => ({
  refusesRepeats: true,
  async list({ accountId, token, message, since, until }, now) {
    const media = await readPosts({
      provider: 'instagram',
      url: `${baseOf(app)}/${accountId}/media`,
      fields: 'id,caption,timestamp',
      createdAt: ({ timestamp }) => timestamp,
      since: new Date(+since - CLOCK_SLACK_MS),
      item: Media,
      hasBudget: () => true,
      token,
      now,
      onUsage: () => {},
    })
    return media.toReversed().map(({ id, caption, timestamp }) => ({
      id,
      isAsSent: Date.parse(timestamp) <= +until && isSameText(caption, message),
    }))
  },
})
