import * as v from 'valibot'

import type { Comments } from '#api/networks/core/network.ts'
import { graphComments } from '#api/networks/meta/comments.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { type FacebookApp, accountRequest } from './app.ts'

/** Adds a Page's comments under its own posts; needs `pages_manage_engagement`. */
export const facebookComments = (app: FacebookApp): Comments =>
  graphComments({
    request: (access, path) => accountRequest(app, access, path),
    query: {
      fields: 'id,message,created_time,from',
      order: 'reverse_chronological',
      filter: 'toplevel',
    },
    item: v.object({
      id: GraphId,
      message: v.optional(v.string(), ''),
      created_time: v.string(),
      from: v.optional(v.object({ id: GraphId })),
    }),
    read: ({ id, message, created_time, from }) => ({ id, text: message, at: created_time, from: from?.id }),
  })
