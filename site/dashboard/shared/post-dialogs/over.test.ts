import { expect, test } from 'bun:test'

import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { movedOf, reschedulePost } from './change-posts.ts'

const DAY = 86_400_000

test('offers to edit a post that can’t be moved, because its event is over by then', async () => {
  const app = await postsApp({ networks: ['google'] })
  const site = await openPosts(app)
  const day = (days: number) => new Date(+app.clock.now() + days * DAY).toISOString().slice(0, 16)
  const extras = { ...NO_EXTRAS, kind: 'event' as const, title: 'Open day', start: day(1), end: day(2) }
  const platforms = [{ platform: 'google' as const, message: 'Come in', extras }]
  const postId = await app.accept({ platforms, textOnly: true, inSeconds: 3600 })
  const moved = movedOf({ post: await app.read(postId) })
  await expect(reschedulePost(moved, new Date(+app.clock.now() + 3 * DAY))).rejects.toThrow(
    'ends before then',
  )
  const [toast] = $toasts.get()
  expect(toast).toMatchObject({ type: 'error', action: { label: 'Edit post' } })
  toast!.action!.run()
  expect($router.get()?.search).toMatchObject({ edit: postId })
  site.close()
})
