import { atom } from 'nanostores'

import type { ArticleNames, WordPressStart } from '#shared/wordpress.ts'
import { $selectionVersion, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { leave } from './page-sign-in.ts'

/** True while the form is open, in which a member enters the website's address. */
export const $wordpressForm = atom(false)

export const openWordPressSignIn = () => $wordpressForm.set(true)
export const closeWordPressSignIn = () => $wordpressForm.set(false)

$selectionVersion.listen(closeWordPressSignIn)

/** Opens the website's own page, which returns here. @throws {ApiError} which the form shows */
export async function startWordPress(json: WordPressStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.wordpress.start.$post({ json }))
  go(url)
}

/** Names that articles on the selected business's website may have. */
export const $articleNames = remoteOfSelection<ArticleNames>(() => dataOf(api.auth.wordpress.names.$get()))
