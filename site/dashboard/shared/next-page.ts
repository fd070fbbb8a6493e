import type { Remote } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/toasts.ts'

/** The pages of a list that have been read, and the cursor of the next one. */
export type Pages<Item> = { items: Item[]; nextCursor: string | null }

type PagesStore<Item> = {
  get: () => Remote<Pages<Item> | null>
  set: (pages: Remote<Pages<Item>>) => void
}

/** Adds the next page to a list, unless it shows something else by then. Skips items that have moved to that page meanwhile. */
export async function showNextPage<Item extends { _id: string }>(
  $pages: PagesStore<Item>,
  readPage: (cursor: string) => Promise<Pages<Item>>,
  failed: string,
): Promise<void> {
  const cursor = $pages.get().data?.nextCursor
  if (!cursor) return
  await withErrorToast(failed, async () => {
    const { items, nextCursor } = await readPage(cursor)
    const shown = $pages.get().data
    if (shown?.nextCursor !== cursor) return
    const known = new Set(shown.items.map(({ _id }) => _id))
    const added = items.filter(({ _id }) => !known.has(_id))
    $pages.set({ state: 'ready', data: { items: [...shown.items, ...added], nextCursor } })
  })
}

const MAX_PAGE_SIZE = 100

/** Reads pages after the cursor until there are at least `count` items, if there are as many. */
export async function readPages<Item>(
  count: number,
  after: string | undefined,
  read: (limit: string, cursor: string | null) => Promise<{ data: Item[]; nextCursor: string | null }>,
): Promise<Pages<Item>> {
  const items: Item[] = []
  let cursor = after ?? null
  do {
    const { data, nextCursor } = await read(String(Math.min(MAX_PAGE_SIZE, count - items.length)), cursor)
    items.push(...data)
    cursor = nextCursor
  } while (cursor && items.length < count)
  return { items, nextCursor: cursor }
}
