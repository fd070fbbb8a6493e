import { afterAll, beforeAll, beforeEach } from 'bun:test'

import { jpeg, serveMedia } from './media.ts'
import { openSandbox, type TestSandbox } from './sandbox.ts'

type Held = {
  sandbox: TestSandbox
  page: Awaited<ReturnType<TestSandbox['facebookPage']>>
  account: Awaited<ReturnType<TestSandbox['instagramAccount']>>
}

/** Creates a Page and an Instagram account for each test of a file, with functions that publish to them. */
export function freshAccounts() {
  const held = {} as Held
  let media: ReturnType<typeof serveMedia>

  beforeAll(async () => {
    held.sandbox = await openSandbox()
    media = serveMedia({ 'square.jpg': await jpeg() })
  })
  beforeEach(async () => {
    await held.sandbox.control('reset', {})
    held.page = await held.sandbox.facebookPage()
    held.account = await held.sandbox.instagramAccount()
  })
  afterAll(async () => {
    await held.sandbox.stop()
    await media.stop()
  })

  return Object.assign(held, {
    feed: (message: string) =>
      held.sandbox.post(`/facebook/v23.0/${held.page.id}/feed`, { access_token: held.page.token, message }),
    container: (more: Record<string, string> = {}) =>
      held.sandbox.post(`/instagram-graph/${held.account.id}/media`, {
        access_token: held.account.token,
        image_url: media.url('square.jpg'),
        ...more,
      }),
    publish: (creation_id: string) =>
      held.sandbox.post(`/instagram-graph/${held.account.id}/media_publish`, {
        access_token: held.account.token,
        creation_id,
      }),
    status: async (id: string) => {
      const query = { access_token: held.account.token, fields: 'status_code' }
      return (await held.sandbox.get(`/instagram-graph/${id}`, query)).body
    },
  })
}

/** Resolves to true if a call ends without a response. */
export const isCut = (call: Promise<unknown>) =>
  call.then(
    () => false,
    () => true,
  )
