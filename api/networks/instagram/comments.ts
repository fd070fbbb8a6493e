import * as v from 'valibot'

import type { Comments } from '#api/networks/core/network.ts'
import { graphComments } from '#api/networks/meta/comments.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { type InstagramApp, accountRequest } from './app.ts'

/** Adds an account's comments under its own media; needs `instagram_business_manage_comments`. */
export const instagramComments = (app: InstagramApp): Comments =>
  graphComments({
    request: (access, path) => accountRequest(app, access, path),
    query: { fields: 'id,text,timestamp' },
    item: v.object({ id: GraphId, text: v.optional(v.string(), ''), timestamp: v.string() }),
    read: ({ id, text, timestamp }) => ({ id, text, at: timestamp, from: undefined }),
  })
