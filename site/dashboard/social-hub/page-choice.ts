import { atom } from 'nanostores'

import type { UnlistedGroup } from '#shared/accounts.ts'
import { choiceStore } from '#site/dashboard/shared/accounts/choice-store.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $heldPosts, notify, $shownAccount } from './accounts.ts'

/** Name of the Page that was connected before, if this login lacks it. */
export const $formerPage = atom('')

/** Portfolios whose Pages Facebook didn’t list. */
export const $unlisted = atom<UnlistedGroup[]>([])

/** Pages of the Facebook login to choose from; undefined if there is no choice. */
export const $pages = remote(async () => {
  const response = await bodyOf(api.auth.getPagesInfo.$get())
  const { showPageSelection, data, unlisted, formerPage = '' } = response
  $unlisted.set(unlisted)
  $formerPage.set(formerPage)
  return showPageSelection ? data : []
})

export const pageChoice = choiceStore({
  missing: 'Please select a page to continue.',
  failed: 'The Page was not connected. Try again.',
  async connect(chosen, isOpen) {
    const pages = $pages.get()
    const page = pages.state === 'ready' && pages.data.find(({ id }) => id === chosen)
    if (!page) throw new Error('the Page is not in the list any more')
    const { id, name } = page
    const { message } = await bodyOf(api.auth.updatePageInfo.$post({ json: { id, name } }))
    if (!isOpen()) return
    notify('success', message)
    $shownAccount.set('facebook')
    await Promise.all([$accounts.facebook.reload(), $pages.reload(), $heldPosts.reload()])
  },
})

$selectionVersion.listen($pages.resetAndRefetch)
