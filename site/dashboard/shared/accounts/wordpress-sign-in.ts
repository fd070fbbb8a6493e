import { atom } from 'nanostores'
import { useEffect } from 'react'

import { networks } from '#shared/networks.ts'
import type { ArticleNames, WordPressStart } from '#shared/wordpress.ts'
import { $selectionVersion, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { $shownAccount } from './accounts.ts'
import { showSuccess } from './store.ts'

/** True while the form is open, in which a member enters the website's address. */
export const $wordpressForm = atom(false)

export const openWordPressSignIn = () => $wordpressForm.set(true)
export const closeWordPressSignIn = () => $wordpressForm.set(false)

$selectionVersion.listen(closeWordPressSignIn)

type Leave = (url: string) => void
const leave: Leave = url => location.assign(url)

/** Opens the website's own page, which returns here. @throws {ApiError} which the form shows */
export async function startWordPress(json: WordPressStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.wordpress.start.$post({ json }))
  go(url)
}

/** Shows the account that a website's page has just let us connect. */
export function useWordPressReturn() {
  useEffect(() => {
    const page = $router.get()
    if (page?.search['connected'] !== 'wordpress') return
    $router.open(page.path, true)
    $shownAccount.set('wordpress')
    showSuccess(`${networks.wordpress.name} connected successfully`)
  }, [])
}

/** Names that articles on the selected business's website may have. */
export const $articleNames = remoteOfSelection<ArticleNames>(() => dataOf(api.auth.wordpress.names.$get()))
