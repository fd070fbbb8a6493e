import * as v from 'valibot'

import { graphRequest } from './graph.ts'
import { GraphId } from './graph-json.ts'
import { readAllPages } from './graph-pages.ts'
import { baseOf, type InstagramApp } from './instagram-app.ts'
import type { Asking, Comments, OwnComment } from './network.ts'
import { isOurComment } from './own-comment.ts'

const Comment = v.object({ id: GraphId, text: v.optional(v.string(), ''), timestamp: v.string() })

/** Comments of an account under its own media; needs `instagram_business_manage_comments`. */
export function instagramComments(app: InstagramApp): Comments {
  const request = ({ token, postId }: OwnComment, { now, onUsage }: Asking) =>
    ({ provider: 'instagram', url: `${baseOf(app)}/${postId}/comments`, token, now, onUsage }) as const
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
        query: { fields: 'id,text,timestamp', limit: 100 },
        item: Comment,
      })
      return found.find(({ text, timestamp }) =>
        isOurComment(comment, { text, at: timestamp, from: undefined }, since),
      )?.id
    },
  }
}
