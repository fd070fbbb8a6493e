import * as v from 'valibot'

import type { FacebookApp } from './facebook-app.ts'
import { graphRequest } from './graph.ts'
import { GraphId } from './graph-json.ts'
import { readAllPages } from './graph-pages.ts'
import { isOurComment } from './own-comment.ts'
import type { Asking, Comments, OwnComment } from './network.ts'

const Comment = v.object({
  id: GraphId,
  message: v.optional(v.string(), ''),
  created_time: v.string(),
  from: v.optional(v.object({ id: GraphId })),
})

/** Comments of a Page under its own posts; needs `pages_manage_engagement`. */
export function facebookComments(app: FacebookApp): Comments {
  const request = ({ token, postId }: OwnComment, { now, onUsage }: Asking) =>
    ({
      provider: 'facebook',
      url: `${app.graphUrl}/${postId}/comments`,
      token,
      appSecret: app.appSecret,
      now,
      onUsage,
    }) as const
  return {
    async add(comment, asking) {
      const { data } = await graphRequest({
        ...request(comment, asking),
        method: 'POST',
        form: { message: comment.message },
        schema: v.object({ id: GraphId }),
        risky: true,
      })
      return data.id
    },
    async find(comment, since, asking) {
      const found = await readAllPages({
        ...request(comment, asking),
        query: {
          fields: 'id,message,created_time,from',
          order: 'reverse_chronological',
          filter: 'toplevel',
          limit: 100,
        },
        item: Comment,
      })
      return found.find(({ message, created_time, from }) =>
        isOurComment(comment, { text: message, at: created_time, from: from?.id }, since),
      )?.id
    },
  }
}
