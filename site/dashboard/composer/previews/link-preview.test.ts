import { afterAll, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { enable, setMessage } from '#site/dashboard/composer/draft/draft.ts'
import { addFiles } from '#site/dashboard/composer/media/uploads.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { $linkPreview, $shownLink } from './LinkCard.tsx'

const page = Bun.serve({
  port: 0,
  fetch: request =>
    new URL(request.url).pathname === '/bread'
      ? new Response('<title>Bread</title>')
      : new Response('', { status: 404 }),
})
afterAll(() => page.stop(true))

/** Resolves with the first state after loading. */
const nextState = () =>
  new Promise(resolve => {
    let hasBegun = false
    const stop = $linkPreview.listen(shown => {
      if (shown.state === 'loading') hasBegun = true
      else if (hasBegun) {
        resolve(shown)
        queueMicrotask(() => stop())
      }
    })
  })

test('previews the first link of a post without files, and shows nothing if the page can’t be read', async () => {
  const site = await openPosts(await postsApp({ env: { ALLOW_PRIVATE_AUDITS: '1' } }))
  keepMount($linkPreview)
  const url = `http://127.0.0.1:${page.port}`
  let next = nextState()
  setMessage(`Fresh: ${url}/bread. More: ${url}/cake`)
  expect($shownLink.get()).toBe(`${url}/bread`)
  expect(await next).toEqual({
    state: 'ready',
    preview: { site: '127.0.0.1', title: 'Bread', description: '', hasPicture: false },
  })
  next = nextState()
  setMessage(`More: ${url}/cake`)
  expect($linkPreview.get()).toEqual({ state: 'none' })
  expect(await next).toEqual({ state: 'none' })

  enable('facebook', false)
  expect($shownLink.get()).toBeUndefined()
  enable('facebook', true)
  addFiles([await picture('red')])
  expect($shownLink.get()).toBeUndefined()
  clearComposer()
  site.close()
})
