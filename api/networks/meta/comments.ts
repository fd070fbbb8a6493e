import * as v from 'valibot'

import type { CallOptions, Comments, OwnComment } from '#api/networks/core/network.ts'
import { type FoundComment, isOurComment } from '#api/networks/core/own-comment.ts'
import { type GraphRequest, graphRequest } from './graph.ts'
import { GraphId } from './json.ts'
import { readAllPages } from './pages.ts'

type Dialect<Item extends v.GenericSchema> = {
  /** A request about the comments under a post. */
  request: (comment: OwnComment, options: CallOptions) => Omit<GraphRequest<v.GenericSchema>, 'schema'>
  query: NonNullable<GraphRequest<v.GenericSchema>['query']>
  item: Item
  read: (item: v.InferOutput<Item>) => FoundComment
}

/** Adds and finds comments on Meta's networks, which differ in URLs and field names. */
export const graphComments = <Item extends v.GenericSchema>({
  request,
  query,
  item,
  read,
}: Dialect<Item>): Comments => ({
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
    const found = await readAllPages({ ...request(comment, options), query: { ...query, limit: 100 }, item })
    return found.map(read).find(one => isOurComment(comment, one, since))?.id
  },
})
