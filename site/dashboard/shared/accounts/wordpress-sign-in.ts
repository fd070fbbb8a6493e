import type { WordPressStart } from '#shared/wordpress.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { leave } from './page-sign-in.ts'

/** Opens the website's own page. @throws {ApiError} which the form shows */
export async function startWordPress(json: WordPressStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.wordpress.start.$post({ json }))
  go(url)
}
