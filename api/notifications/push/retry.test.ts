import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastNotifications } from '#api/notifications/notifications.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { pushService, sendWaitingPushes } from '#api/test/servers/push.ts'
import { NEVER_CONFIRMED } from '#shared/posts/posts.ts'

async function failedPost() {
  const service = pushService()
  const app = await publishingApp({ networks: ['facebook'], env: { PUSH_SERVICES: service.origin } })
  const { read } = await service.subscribed(app)
  await app.rejectPosts('facebook')
  const postId = await app.accept()
  await app.run()
  return {
    postId,
    setReasonCode: (reasonCode: string) =>
      app.ctx.db.update(deliveries).set({ reasonCode }).where(eq(deliveries.postId, postId)),
    async message() {
      await broadcastNotifications(app.ctx)
      await sendWaitingPushes(app.ctx)
      const sent = service.received.at(-1)
      return sent && (read(sent.body) as object)
    },
  }
}

test('offers to retry a post that its network rejected', async () => {
  const { postId, message } = await failedPost()
  expect(await message()).toMatchObject({ link: `/dashboard/view-post?post=${postId}`, retry: postId })
})

test.each([
  ['may be public', NEVER_CONFIRMED],
  ['needs an edit', '506'],
  ['needs a check of its account', '368'],
])('never offers to retry a post that %s', async (_need, reasonCode) => {
  const { setReasonCode, message } = await failedPost()
  await setReasonCode(reasonCode)
  expect(await message()).not.toHaveProperty('retry')
})
