import type { Overview } from '#shared/overview.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $selectionVersion, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'

/**
 * Everything about posts and accounts, over all the user's businesses, in one response. Days are those of the selected
 * business's time zone.
 */
export const $overview = upToDate(remote(() => read()))

// A business that was joined or added belongs to them.
whileShown($overview, reloadSoon => [$selectionVersion.listen(reloadSoon)])

/** The overview of the selected business alone. */
export const $clientOverview = upToDate(remoteOfSelection(domainId => read(domainId)))

const read = (domainId?: string): Promise<Overview> =>
  dataOf(api.overview.$get({ query: { timeZone: $businessZone.get(), ...(domainId && { domainId }) } }))

function upToDate($store: ReturnType<typeof remote<Overview>>) {
  whileShown($store, reloadSoon => [
    onLive('delivery', reloadSoon),
    onLive('insights', reloadSoon),
    onLive('notification', reloadSoon),
    onLive('inbox', reloadSoon),
    $streamOpens.listen(reloadSoon),
    $businessZone.listen(reloadSoon),
    registerPostScreen({
      find: id => findPost($store.get().data, id),
      place: reloadSoon,
      remove: reloadSoon,
    }),
  ])
  return $store
}

function findPost(overview: Overview | undefined, id: string): Post | undefined {
  const { attention = [], reviews = [], next = [] } = overview ?? {}
  return [...attention, ...reviews, ...next].find(({ _id }) => _id === id)
}
