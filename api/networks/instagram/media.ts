import * as v from 'valibot'

import { CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { baseOf, type InstagramApp } from './app.ts'

const Media = v.object({
  id: GraphId,
  caption: v.optional(v.string(), ''),
  timestamp: v.string(),
  permalink: v.optional(v.string()),
})

/** Returns the request for an account's media since a call. */
export const mediaSince = (app: InstagramApp, accountId: string, calledAt: Date) =>
  ({
    provider: 'instagram',
    url: `${baseOf(app)}/${accountId}/media`,
    fields: 'id,caption,timestamp,permalink',
    createdAt: ({ timestamp }: v.InferOutput<typeof Media>) => timestamp,
    since: new Date(+calledAt - CLOCK_SLACK_MS),
    item: Media,
    hasBudget: () => true,
  }) as const
