import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { $heldPosts, $shownAccount } from './accounts.ts'
import { choiceStore } from './choice-store.ts'
import { $accounts, showSuccess } from './store.ts'

/**
 * The choice after a Facebook login: `pages` is empty without one, `unlisted` names the portfolios whose Pages Facebook left out,
 * and `formerPage` is the previously connected Page if this login doesn't manage it.
 */
export const $pages = remoteOfSelection(async () => {
  const { showPageSelection, data, unlisted, formerPage } = await bodyOf(api.auth.getPagesInfo.$get())
  return { pages: showPageSelection ? data : [], unlisted, formerPage }
})

export const pageChoice = choiceStore({
  offered: () => ($pages.get().data?.pages ?? []).map(page => ({ ...page, isTaken: Boolean(page.usedBy) })),
  missing: 'Please select a page to continue.',
  failed: 'The Page was not connected. Try again.',
  replaces: () => $pages.get().data?.formerPage !== undefined,
  async connect(chosen, isOpen) {
    const page = $pages.get().data?.pages.find(({ id }) => id === chosen)
    if (!page) throw new Error('the Page is not in the list any more')
    const { id, name } = page
    const { message } = await bodyOf(api.auth.updatePageInfo.$post({ json: { id, name } }))
    if (!isOpen()) return
    showSuccess(message)
    $shownAccount.set('facebook')
    await Promise.all([$accounts.facebook.reload(), $pages.reload(), $heldPosts.reload()])
  },
})
