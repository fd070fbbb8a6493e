import { afterAll, beforeAll, beforeEach } from 'bun:test'

import { jpeg, serveMedia } from './media.ts'
import { openStage, type Stage } from './stage.ts'

type Held = {
  stage: Stage
  page: Awaited<ReturnType<Stage['facebookPage']>>
  account: Awaited<ReturnType<Stage['instagramAccount']>>
}

/** Creates a Page and an Instagram account for each test of a file, with functions that publish to them. */
export function freshAccounts() {
  const held = {} as Held
  let media: ReturnType<typeof serveMedia>

  beforeAll(async () => {
    held.stage = await openStage()
    media = serveMedia({ 'square.jpg': await jpeg() })
  })
  beforeEach(async () => {
    await held.stage.control('reset', {})
    held.page = await held.stage.facebookPage()
    held.account = await held.stage.instagramAccount()
  })
  afterAll(async () => {
    await held.stage.stop()
    await media.stop()
  })

  return Object.assign(held, {
    feed: (message: string) =>
      held.stage.post(`/facebook/v23.0/${held.page.id}/feed`, { access_token: held.page.token, message }),
    container: (more: Record<string, string> = {}) =>
      held.stage.post(`/instagram-graph/${held.account.id}/media`, {
        access_token: held.account.token,
        image_url: media.url('square.jpg'),
        ...more,
      }),
    publish: (creation_id: string) =>
      held.stage.post(`/instagram-graph/${held.account.id}/media_publish`, {
        access_token: held.account.token,
        creation_id,
      }),
    status: async (id: string) => {
      const query = { access_token: held.account.token, fields: 'status_code' }
      return (await held.stage.get(`/instagram-graph/${id}`, query)).body
    },
  })
}

/** Resolves to true if a call ends without a response. */
export const isCut = (call: Promise<unknown>) =>
  call.then(
    () => false,
    () => true,
  )
