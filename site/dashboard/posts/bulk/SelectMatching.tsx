import { useStore } from '@nanostores/react'

import { MAX_SELECTED } from '#shared/posts/bulk.ts'
import type { PostListName } from '#shared/posts/posts.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { BusyButton } from '#site/ui/BusyButton.tsx'
import { lists } from '../lists.ts'
import { $hiddenCount, $selectedPosts, selectMatching, selectPage } from './selection.ts'

/** Adds the posts of the other pages to a page that is selected as a whole, or takes them out again. */
export function SelectMatching({ tab }: { tab: PostListName }) {
  const list = useStore(lists[tab])
  const selected = useStore($selectedPosts).length
  const hidden = useStore($hiddenCount)
  if (list.state !== 'ready') return null
  const { posts, total, filtered } = list.data
  if (selected - hidden < posts.length) return null
  const isAll = selected >= Math.min(total, MAX_SELECTED)
  if (isAll && hidden === 0) return null
  const which = total > MAX_SELECTED ? `the first ${MAX_SELECTED} of ${total}` : `all ${total}`
  const select = () =>
    selectMatching(tab).catch(error =>
      toast('error', messageOf(error, 'The other pages didn’t load. Try again.')),
    )
  return (
    <BusyButton
      small
      variant="quiet"
      className="underline underline-offset-4 max-lg:order-first max-lg:w-full max-lg:justify-start max-lg:px-1"
      onClick={isAll ? async () => selectPage(tab) : select}
    >
      {isAll ? 'Only this page' : `Select ${which}${filtered ? ' that match' : ''}`}
    </BusyButton>
  )
}
