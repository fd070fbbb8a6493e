import { expect, test } from 'bun:test'

import { NO_EXTRAS, type PostExtras, type Recurrence } from '#shared/posts/extras.ts'
import type { PostContent } from '#shared/posts/revision.ts'
import { clearComposer, stopEdit } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $content, hasContent } from '#site/dashboard/composer/draft/content.ts'
import {
  $draft,
  setExtras,
  setMessage,
  setTextOnly,
  enteredExtras,
  extrasFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { reusePost } from '#site/dashboard/composer/draft/drafts.ts'
import { openEdit } from '#site/dashboard/composer/edit/edit-post.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { savePostButton } from './PostButtonDialog.tsx'

const BUTTON = { button: 'BOOK', url: 'https://a.example/book' } as const

test('starts new posts with the business’s button, which each post can replace or remove', async () => {
  const app = await postsApp({ networks: ['google'] })
  const site = await openPosts(app)
  const entered = () => extrasFor($draft.get(), 'google')
  const earlier = await app.accept({ message: 'Before', textOnly: true, inSeconds: 3600 })

  expect(await savePostButton({ button: 'BOOK', url: 'call us' })).toEqual({ url: expect.any(String) })
  expect(await savePostButton(BUTTON)).toBeUndefined()
  expect($selectedDomain.get()?.postButton).toEqual(BUTTON)
  expect(entered()).toMatchObject(BUTTON)
  expect(extrasFor($draft.get(), 'facebook')).toBeNull()
  // It alone is nothing to lose.
  expect(hasContent($content.get())).toBe(false)

  const send = async (message: string) => {
    setMessage(message)
    setTextOnly(true)
    expect(await sendPost()).toBe(true)
    const [post] = await app.postsSaying(message)
    return [post?._id ?? '', (await app.delivery(post?._id ?? '', 'google')).extras] as const
  }
  expect((await send('With it'))[1]).toMatchObject(BUTTON)
  setExtras('google', {
    ...enteredExtras($draft.get(), 'google')!,
    kind: 'update',
    url: 'https://a.example/',
  })
  expect((await send('With another'))[1]).toMatchObject({ button: 'BOOK', url: 'https://a.example/' })
  setExtras('google', null)
  const [bare, none] = await send('Without it')
  expect(none).toBeUndefined()

  await openEdit(earlier)
  expect(entered()).toBeNull()
  stopEdit()
  clearComposer()
  const content = (await (await app.call(`posts/${bare}/content`)).json()) as { data: PostContent }
  expect(content.data.content.extras).toEqual({ google: null })
  await reusePost(bare)
  expect(entered()).toMatchObject(BUTTON)
  clearComposer()

  await savePostButton(null)
  expect(entered()).toBeNull()
  site.close()
})

test('duplicates an event that Google repeats without its dates, of which the last day is one', async () => {
  const app = await postsApp({ networks: ['google'] })
  const site = await openPosts(app)
  const recurrence: Recurrence = { every: 'week', weekdays: [2], until: '2031-06-30' }
  const event: PostExtras = { ...NO_EXTRAS, kind: 'event', title: 'Quiz night', recurrence }
  const times = { start: '2030-12-24T19:00', end: '2030-12-24T21:00' }
  const platforms = [{ platform: 'google' as const, message: 'Come in', extras: { ...event, ...times } }]
  await reusePost(await app.accept({ platforms, textOnly: true }))
  expect($draft.get().extras.google).toEqual({ ...event, recurrence: { ...recurrence, until: '' } })
  clearComposer()
  site.close()
})
