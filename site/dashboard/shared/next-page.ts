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
