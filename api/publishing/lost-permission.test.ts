import { expect, test } from 'bun:test'

import { publishingApp } from '#api/test/publishing.ts'

test('distinguishes a lost permission from a lost sign-in, and explains how to reconnect', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept()
  await app.fault({
    provider: 'facebook',
    operation: 'photos',
    kind: 'error',
    code: 200,
    status: 403,
    times: 1,
  })
  await app.run()
  const { state, reason } = await app.delivery(id, 'facebook')
  expect(state).toBe('held')
  expect(reason).toMatch(
    /^Facebook says we may not publish to .+ any more\. Reconnect it in Social Hub and keep every permission ticked/,
  )
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Facebook says we may not publish to /),
  ])
  const account = await app.call('auth/accountDetails', { json: { provider: 'facebook' } })
  expect(await account.json()).toMatchObject({
    data: { status: 'needs_reconnect', reconnectCause: 'permission' },
  })
})
