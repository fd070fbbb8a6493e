import * as v from 'valibot'

import { type GraphRequest, graphRequest } from './graph.ts'

export const Paging = v.optional(
  v.object({
    cursors: v.optional(v.object({ after: v.optional(v.string()) })),
    next: v.optional(v.string()),
  }),
)

/** Guards against a provider that repeats pages endlessly. */
const MAX_PAGES = 200

export type ListRequest<Item extends v.GenericSchema> = Omit<
  GraphRequest<v.GenericSchema>,
  'schema' | 'method'
> & { item: Item }

/**
 * Reads a list page by page by its cursors. A short or empty page may still have a next one. The URLs in `next` contain the
 * token, so only their cursor is used.
 */
export async function* readPages<Item extends v.GenericSchema>({
  item,
  ...request
}: ListRequest<Item>): AsyncGenerator<v.InferOutput<Item>[], void> {
  const schema = v.object({ data: v.array(item), paging: Paging })
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data } = await graphRequest({ ...request, query: { ...request.query, after }, schema })
    yield data.data
    const next = cursorOf(data.paging)
    if (next === undefined || next === after) return
    after = next
  }
}

/** Reads all items of a list. */
export async function readAllPages<Item extends v.GenericSchema>(
  request: ListRequest<Item>,
): Promise<v.InferOutput<Item>[]> {
  const items: v.InferOutput<Item>[] = []
  for await (const page of readPages(request)) items.push(...page)
  return items
}

/** Returns the cursor of the next page; undefined on the last. */
export const cursorOf = (paging: v.InferOutput<typeof Paging>): string | undefined =>
  paging?.next === undefined
    ? undefined
    : (paging.cursors?.after ?? URL.parse(paging.next)?.searchParams.get('after') ?? undefined)
