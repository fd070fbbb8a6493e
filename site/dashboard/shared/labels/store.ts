import type { Post } from '#shared/posts/posts.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const list = (domainId?: string) => dataOf(api.labels.$get({ query: domainId ? { domainId } : {} }))

/** Labels of posts of the selected business, and of all businesses. */
export const $labels = remoteOfSelection(list)
export const $allLabels = remote(() => list())

/** Reloads the labels on screen, because labels without a post disappear. */
export async function reloadLabels(): Promise<void> {
  await Promise.all([$labels, $allLabels].filter(({ lc }) => lc > 0).map(store => store.reload()))
}

/** Reloads the labels on screen if a post has a new one. */
function reloadIfNew({ labels = [] }: Post) {
  for (const store of [$labels, $allLabels]) {
    const known = store.value
    if (store.lc === 0 || known?.state !== 'ready') continue
    if (labels.some(label => !known.data.includes(label))) void store.reload()
  }
}

registerPostScreen({ place: reloadIfNew })
