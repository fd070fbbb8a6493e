import * as v from 'valibot'

import { CLOCK_TOLERANCE_MS } from '#api/networks/core/call-time.ts'
import type { CallOptions, Comments, OwnComment } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { type GraphAccess, type GraphRequest, graphRequest } from './graph.ts'
import { GraphId } from './json.ts'
import { readAllPages } from './pages.ts'

/** A comment listed by a provider; `from` is its author's id, if given. */
type FoundComment = { id: string; text: string; at: string; from: string | undefined }

type Format<Item extends v.GenericSchema> = {
  /** Returns a request about the comments under a post. */
  request: (access: GraphAccess, path: string) => Omit<GraphRequest<v.GenericSchema>, 'schema'>
  query: NonNullable<GraphRequest<v.GenericSchema>['query']>
  item: Item
  read: (item: v.InferOutput<Item>) => FoundComment
}

/** Adds and finds comments on Meta's networks, which differ in URLs and field names. */
export function graphComments<Item extends v.GenericSchema>(format: Format<Item>): Comments {
  const request = ({ token, postId }: OwnComment, options: CallOptions) =>
    format.request({ token, ...options }, `${postId}/comments`)
  return {
    async add(comment, options) {
      const { data } = await graphRequest({
        ...request(comment, options),
        method: 'POST',
        form: { message: comment.message },
        schema: v.object({ id: GraphId }),
        risky: true,
      })
      return data.id
    },
    async find(comment, since, options) {
      const query = { ...format.query, limit: 100 }
      const found = await readAllPages({ ...request(comment, options), query, item: format.item })
      return found.map(format.read).find(candidate => isOurComment(comment, candidate, since))?.id
    },
  }
}

/** Compares text and time, and the author if given. */
const isOurComment = ({ message, accountId }: OwnComment, { text, at, from }: FoundComment, since: Date) =>
  isSameText(text, message) &&
  (from === undefined || from === accountId) &&
  Date.parse(at) >= +since - CLOCK_TOLERANCE_MS
