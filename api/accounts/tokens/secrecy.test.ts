import { expect, test } from 'bun:test'
import pino from 'pino'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp } from '#api/test/connecting.ts'

const logged: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
const { ctx, owner, connectInstagram, connectGoogle, logIn, world } = await connectingApp({ log })

test('keeps tokens, codes and secrets out of responses, logs and unencrypted columns', async () => {
  const responses: string[] = []
  const watched = async (response: Response) =>
    void responses.push(JSON.stringify([...response.headers]), await response.text())
  const pat = await owner()
  const facebook = await logIn({ provider: 'facebook', pages: 2 })
  await watched(await pat.call('auth/facebook', { json: facebook.authResponse }))
  const pages = await pat.call('auth/getPagesInfo')
  const { data } = (await pages.clone().json()) as { data: { id: string }[] }
  await watched(pages)
  await watched(
    await pat.call('auth/updatePageInfo', { json: { id: data[0]!.id, access_token: 'EAABbrowser' } }),
  )
  await watched((await connectInstagram(pat)).response)
  await watched((await connectGoogle(pat)).response)
  for (const provider of ['facebook', 'instagram', 'google'])
    await watched(await pat.call('auth/accountDetails', { json: { provider } }))
  await world('expire', { provider: 'facebook' })
  await watched(await pat.call('auth/accountDetails', { json: { provider: 'facebook' } }))
  const rows = JSON.stringify(await ctx.db.select().from(accounts), (key: string, value: unknown) =>
    key.startsWith('encrypted') ? undefined : value,
  )
  for (const provider of ['facebook', 'instagram', 'google'] as const)
    await watched(await pat.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider } }))

  const secret =
    /EAA[A-Za-z0-9]{20}|IGAA[A-Za-z0-9]{20}|AQ[A-Za-z0-9]{60}|app-secret|client-secret|ya29\.a0A|1\/\/0g|4\/0A/
  const issued = JSON.stringify(await world('requests'))
  expect(issued).toMatch(secret)
  for (const text of [...responses, ...logged, rows]) expect(text).not.toMatch(secret)
})
