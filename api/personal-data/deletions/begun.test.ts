import { expect, test } from 'bun:test'

import { startDueDeletions } from '#api/auth/account-deletion.ts'
import { asUser } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { PASSWORD, testApp } from '#api/test/app.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { cancelDeletion } from './deletions.ts'

test('completes a deletion that starts during its cancellation', async () => {
  const { ctx, signUp, clock } = await testApp()
  const { call, userId } = await signUp()
  await call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  clock.advance(7 * 24 * 60 * 60_000)
  const racing = beforeNextWrite(ctx, () => startDueDeletions(ctx))
  await expect(cancelDeletion(asUser(racing, userId))).rejects.toThrow('already begun')
  const [user] = await ctx.db.select().from(users)
  expect(user!.deletionAt).not.toBeNull()
  expect(user!.deletionStartedAt).not.toBeNull()
})
