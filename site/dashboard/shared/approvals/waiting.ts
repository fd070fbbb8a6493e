import { onMount } from 'nanostores'

import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const QUERY = { tab: 'scheduled', state: 'in_review', limit: '100' } as const

/** Posts of all businesses that wait for the user's decision, soonest first. */
export const $waiting = remote(async () => {
  const { data, nextCursor } = await (await api.posts.$get({ query: QUERY })).json()
  const posts = data.filter(
    ({ domainId, approval }) =>
      approval?.state === 'in_review' && !approval.byOthers && $may.get()(domainId, 'approve'),
  )
  return { posts, hasMore: nextCursor !== null }
})

/** Lets the details dialog show the next post at once. */
onMount($waiting, () =>
  registerPostScreen({
    find(id) {
      const waiting = $waiting.get()
      return waiting.state === 'ready' ? waiting.data.posts.find(({ _id }) => _id === id) : undefined
    },
    place() {},
    remove() {},
  }),
)
