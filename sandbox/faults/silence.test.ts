import { expect, test } from 'bun:test'

import { freshAccounts, isCut } from '../test/accounts.ts'

const on = freshAccounts()

const silences = async () => (await on.sandbox.get('/_sandbox/silences')).body as { operation: string }[]
async function untilSilent() {
  while ((await silences()).length === 0) continue
}

test('holds a call until it is continued or cut', async () => {
  for (const [kind, publishedMeanwhile, then, isLost, publishedAtLast] of [
    ['silence-before', 0, 'go-on', false, 1],
    ['silence-before', 1, 'cut', true, 1],
    ['silence-after', 2, 'go-on', false, 2],
    ['silence-after', 3, 'cut', true, 3],
  ] as const) {
    await on.sandbox.fault('facebook', 'feed', kind)
    const lost = isCut(on.feed(`${kind}, then ${then}`))
    await untilSilent()
    expect(await silences()).toEqual([{ provider: 'facebook', operation: 'feed', kind }] as never)
    expect(await on.sandbox.published()).toHaveLength(publishedMeanwhile)
    expect(await on.sandbox.control('silences', { then })).toEqual({ success: true, ended: 1 })
    expect(await lost).toBe(isLost)
    expect(await on.sandbox.published()).toHaveLength(publishedAtLast)
  }
})

test('performs a held call even if its sender has disconnected', async () => {
  await on.sandbox.fault('facebook', 'feed', 'silence-before')
  const sender = new AbortController()
  const pending = fetch(`${on.sandbox.url}/facebook/v23.0/${on.page.id}/feed`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'Late', access_token: on.page.token }),
    signal: sender.signal,
  })
  pending.catch(() => {})
  await untilSilent()
  sender.abort()
  expect(await isCut(pending)).toBe(true)
  await on.sandbox.control('silences', { then: 'go-on' })
  while ((await on.sandbox.published()).length === 0) continue
})
