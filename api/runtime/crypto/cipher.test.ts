import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { pushKeys } from '#api/db/schema/people/push.ts'
import { authenticators } from '#api/db/schema/people/two-factor.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { readPushKeys } from '#api/notifications/push/push.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { twoFactorUser, ticketFor, verify } from '#api/test/two-factor.ts'
import { type Cipher, createCipher } from './cipher.ts'

const SECRET = 'a secret of this test, long enough'
const cipher = createCipher(SECRET)

/** Encrypts like release 0.1.0. */
function formerEncrypt(appSecret: string, { keyId }: Cipher, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'currawong secret box', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [keyId, ...[iv, cipher.getAuthTag(), ciphertext].map(part => part.toString('base64url'))].join('.')
}

test('decrypts a secret only for its own row and column', () => {
  const encrypted = cipher.encrypt('a token', 'accounts 1 token')
  expect(cipher.decrypt(encrypted, 'accounts 1 token')).toBe('a token')
  expect(() => cipher.decrypt(encrypted, 'accounts 2 token')).toThrow()
  expect(() => cipher.decrypt(encrypted, 'accounts 1 user token')).toThrow()
  expect(() =>
    createCipher('another secret, also long enough').decrypt(encrypted, 'accounts 1 token'),
  ).toThrow('APP_SECRET has changed')
})

test('rejects a bound ciphertext that is disguised as one from 0.1.0', () => {
  const encrypted = cipher.encrypt('a token', 'accounts 1 token')
  expect(() => cipher.decrypt(encrypted.replace('.bound', ''), 'accounts 2 token')).toThrow()
  expect(() =>
    cipher.decrypt(`${formerEncrypt(SECRET, cipher, 'a token')}.bound`, 'accounts 1 token'),
  ).toThrow()
})

test('publishes nothing with a token that was copied to another account', async () => {
  const { ctx, owner, connectFacebook } = await connectingApp()
  const [pat, kim] = [await owner(), await owner()]
  await connectFacebook(pat)
  await connectFacebook(kim)
  const rowOf = async (userId: string) =>
    (await ctx.db.select().from(accounts).where(eq(accounts.userId, userId)))[0]!
  const [pats, kims] = [await rowOf(pat.userId), await rowOf(kim.userId)]
  await ctx.db.update(accounts).set({ encryptedToken: kims.encryptedToken }).where(eq(accounts.id, pats.id))
  expect(await findLinkedAccount(ctx, pats.id)).toMatchObject({
    token: '',
    account: { status: 'needs_reconnect' },
  })
  expect((await findLinkedAccount(ctx, kims.id))?.token).not.toBe('')
})

test('reads secrets that 0.1.0 encrypted, and re-encrypts them bound to their rows', async () => {
  const api = await connectingApp()
  const { ctx } = api
  const formerly = (text: string) => formerEncrypt(ctx.config.appSecret, ctx.cipher, text)
  const pat = await api.owner()
  await api.connectFacebook(pat)
  const person = await twoFactorUser(api)
  const { privateKey } = await readPushKeys(ctx)

  const [account] = await ctx.db.select().from(accounts)
  const { token } = (await findLinkedAccount(ctx, account!.id))!
  const [authenticator] = await ctx.db.select().from(authenticators)
  const secret = ctx.cipher.decrypt(authenticator!.encryptedSecret, `authenticators ${person.userId} secret`)
  await ctx.db
    .update(accounts)
    .set({ encryptedToken: formerly(token), encryptedUserToken: formerly('user token') })
  await ctx.db.update(authenticators).set({ encryptedSecret: formerly(secret) })
  await ctx.db.update(pushKeys).set({ encryptedPrivateKey: formerly(privateKey) })

  const everythingOpens = async () => {
    expect((await findLinkedAccount(ctx, account!.id))?.token).toBe(token)
    expect((await readPushKeys(ctx)).privateKey).toBe(privateKey)
    expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(200)
    api.clock.advance(30_000)
  }
  await everythingOpens()
  await sweep(ctx)
  const encrypted = [
    ...(await ctx.db.select().from(accounts)).flatMap(row => [row.encryptedToken!, row.encryptedUserToken]),
    ...(await ctx.db.select().from(authenticators)).map(row => row.encryptedSecret),
    ...(await ctx.db.select().from(pushKeys)).map(row => row.encryptedPrivateKey),
  ]
  expect(encrypted.map(text => text.endsWith('.bound'))).toEqual([true, true, true, true])
  await everythingOpens()
  expect((await ctx.db.select().from(accounts))[0]!.renewingUntil).toBeNull()
})
