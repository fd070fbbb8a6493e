import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { isPermission } from './failures.ts'
import { type GraphRequest, graphRequest } from './graph.ts'

const Paging = v.optional(
  v.object({
    cursors: v.optional(v.object({ after: v.optional(v.string()) })),
    next: v.optional(v.string()),
  }),
)

/** Protects against a provider that repeats pages endlessly. */
const MAX_PAGES = 500

/** Graph's code for "Please reduce the amount of data you're asking for" and for unknown errors. A smaller page may solve both. */
const TOO_MUCH_DATA = /^1(\/|$)/
const REDUCTION = 4

/** True if Graph rejected a parameter, field or metric, for example a retired one. */
export const isRejectedField = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && /^100(\/|$)/.test(error.code)

export const lacksPermission = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && isPermission(error.code)

export type ListRequest<Item extends v.GenericSchema> = Omit<
  GraphRequest<v.GenericSchema>,
  'schema' | 'method'
> & {
  item: Item
  /** Fields to leave out if the network rejects them, because those of one post can fail the whole page. */
  optionalFields?: string | undefined
}

type Limit = NonNullable<GraphRequest<v.GenericSchema>['query']>[string]

type Page<Item extends v.GenericSchema> = {
  items: v.InferOutput<Item>[]
  /** Cursor of the next page; undefined on the last page. */
  next: string | undefined
  /** Size of the page that Graph accepted, to be used for the next page. */
  limit: { limit: Limit }
}

/** Reads one page of a list, or a smaller one if Graph finds it too large. */
export async function readPage<Item extends v.GenericSchema>({
  optionalFields,
  ...request
}: ListRequest<Item>): Promise<Page<Item>> {
  if (optionalFields !== undefined) {
    const fields = `${request.query?.['fields']},${optionalFields}`
    try {
      return await readFittingPage<Item>({ ...request, query: { ...request.query, fields } })
    } catch (error) {
      if (!isRejectedField(error) && !lacksPermission(error)) throw error
    }
  }
  return await readFittingPage(request as ListRequest<Item>)
}

async function readFittingPage<Item extends v.GenericSchema>({
  item,
  ...request
}: Omit<ListRequest<Item>, 'optionalFields'>): Promise<Page<Item>> {
  const schema = v.object({ data: v.array(item), paging: Paging })
  for (let limit = request.query?.limit; ;) {
    try {
      const { data } = await graphRequest({ ...request, query: { ...request.query, limit }, schema })
      return { items: data.data, next: cursorOf(data.paging), limit: { limit } }
    } catch (error) {
      const size = Number(limit ?? 1)
      if (!(error instanceof NetworkError) || !TOO_MUCH_DATA.test(error.code) || size <= 1) throw error
      limit = Math.max(1, Math.floor(size / REDUCTION))
    }
  }
}

/**
 * Reads a list page by page. A short or empty page may still have a next one. The URLs in `next` contain the token, so only
 * their cursor is used.
 */
export async function* readPages<Item extends v.GenericSchema>(
  request: ListRequest<Item>,
): AsyncGenerator<v.InferOutput<Item>[], void> {
  let position: { limit?: Limit; after?: string } = {}
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next, limit } = await readPage({ ...request, query: { ...request.query, ...position } })
    yield items
    if (next === undefined || next === position.after) return
    position = { ...limit, after: next }
  }
}

/** Reads up to `maxPages` of a list. */
export async function readSomePages<Item extends v.GenericSchema>(
  request: ListRequest<Item>,
  maxPages: number,
): Promise<{ items: v.InferOutput<Item>[]; isComplete: boolean }> {
  const items: v.InferOutput<Item>[] = []
  let pages = 0
  for await (const page of readPages(request)) {
    if (pages++ === maxPages) return { items, isComplete: false }
    items.push(...page)
  }
  return { items, isComplete: true }
}

export async function readAllPages<Item extends v.GenericSchema>(
  request: ListRequest<Item>,
): Promise<v.InferOutput<Item>[]> {
  const items: v.InferOutput<Item>[] = []
  for await (const page of readPages(request)) items.push(...page)
  return items
}

const cursorOf = (paging: v.InferOutput<typeof Paging>): string | undefined =>
  paging?.next === undefined
    ? undefined
    : (paging.cursors?.after ?? URL.parse(paging.next)?.searchParams.get('after') ?? undefined)
