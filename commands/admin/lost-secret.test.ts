import { expect, test } from 'bun:test'

import { requireSameSecret } from '#api/boot/secret-check.ts'
import { readPushKeys } from '#api/notifications/push/push.ts'
import { createCipher } from '#api/runtime/crypto/cipher.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { twoFactorUser, logIn } from '#api/test/two-factor.ts'
import { deleteUndecryptable } from './lost-secret.ts'

test('deletes logins encrypted with a lost secret, holds their posts and notifies everybody affected', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ inSeconds: 600 })
  const person = await twoFactorUser(app)
  const { publicKey } = await readPushKeys(app.ctx)
  const ctx = { ...app.ctx, cipher: createCipher('another secret, which is long enough') }

  await expect(requireSameSecret(ctx)).rejects.toThrow('APP_SECRET is not the one')
  expect(await deleteUndecryptable(ctx)).toContain('1 social accounts must be reconnected')
  await requireSameSecret(ctx)

  expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'held' })
  expect((await logIn(app, person)).body).toMatchObject({ success: true, token: expect.any(String) })
  expect((await readPushKeys(ctx)).publicKey).not.toBe(publicKey)
})
