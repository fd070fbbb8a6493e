import { afterEach, beforeEach } from 'bun:test'
import { keepMount } from 'nanostores'

import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $content } from '#site/dashboard/composer/draft/content.ts'
import { onContentChange } from '#site/dashboard/composer/draft/saving.ts'
import { $sending } from '#site/dashboard/composer/send/sending.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { openPosts, postsApp } from './posts.ts'

/** Opens an empty composer, which saves drafts, before each test of a file. The site is empty until then. */
export async function openComposer(options: Parameters<typeof postsApp>[0] = {}) {
  const app = await postsApp(options)
  const site = {} as Awaited<ReturnType<typeof openPosts>>
  let stop: () => void

  beforeEach(async () => {
    Object.assign(site, await openPosts(app))
    keepMount($me)
    await $me.reload()
    stop = $content.listen(onContentChange)
  })
  afterEach(() => {
    stop()
    clearComposer()
    $sending.set({ state: 'idle' })
    site.close()
    sessionStorage.clear()
  })
  return { app, site }
}
