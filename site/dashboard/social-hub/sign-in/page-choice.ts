import { atom } from 'nanostores'

import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { remote } from '#site/lib/remote.ts'
import { $heldPosts } from '../held-posts.ts'
import { notify } from '../notice.ts'
import { $shownAccount } from '../shown-account.ts'

export type PageChoice =
  | { step: 'closed' }
  | { step: 'open'; chosen?: string; message: string }
  | { step: 'saving'; chosen: string }

export const $pageChoice = atom<PageChoice>({ step: 'closed' })

/** Name of the Page that was connected before, if this login lacks it. */
export const $formerPage = atom('')

/** Pages of the Facebook login to choose from; undefined if there is no choice. */
export const $pages = remote(async () => {
  const { showPageSelection, data, formerPage = '' } = await (await api.auth.getPagesInfo.$get()).json()
  $formerPage.set(formerPage)
  return showPageSelection ? data : []
})

$selectionVersion.listen(() => {
  closePageChoice()
  $pages.resetAndRefetch()
})

export const openPageChoice = () => $pageChoice.set({ step: 'open', message: '' })

export const closePageChoice = () => $pageChoice.set({ step: 'closed' })

export const choosePage = (chosen: string) => $pageChoice.set({ step: 'open', chosen, message: '' })

/** Connects the chosen Page; errors are shown in the dialog. */
export async function confirmPage() {
  const choice = $pageChoice.get()
  const pages = $pages.get()
  if (choice.step !== 'open') return
  const page = pages.state === 'ready' && pages.data.find(({ id }) => id === choice.chosen)
  if (!page) return $pageChoice.set({ ...choice, message: 'Please select a page to continue.' })

  const saving = { step: 'saving', chosen: page.id } as const
  $pageChoice.set(saving)
  try {
    const { id, name } = page
    const { message } = await (await api.auth.updatePageInfo.$post({ json: { id, name } })).json()
    if ($pageChoice.get() !== saving) return
    notify('success', message)
    $shownAccount.set('facebook')
    await Promise.all([$accounts.facebook.reload(), $pages.reload(), $heldPosts.reload()])
    closePageChoice()
  } catch (error) {
    if ($pageChoice.get() !== saving) return
    const message = messageOf(error, 'The Page was not connected. Try again.')
    $pageChoice.set({ step: 'open', chosen: page.id, message })
  }
}
