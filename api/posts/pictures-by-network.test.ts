import { expect, test } from 'bun:test'

import { openApprovalsApp } from '#api/test/approvals.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import type { BulkResult } from '#shared/posts/bulk.ts'
import type { CopyResult } from '#shared/posts/copies.ts'
import type { Draft, DraftContent } from '#shared/posts/drafts.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import type { PostContent } from '#shared/posts/revision.ts'

const MESSAGE = 'Fresh scones'
const NAMES = ['Tray', 'Baker']

/** A post with these pictures on Facebook, and all on Instagram. */
const platforms = (onFacebook: number[]) => [
  { platform: 'facebook' as const, message: MESSAGE, media: onFacebook },
  { platform: 'instagram' as const, message: MESSAGE },
]

const accept = async (app: PublishingApp, onFacebook: number[]) =>
  app.accept({
    platforms: platforms(onFacebook),
    media: [await picture('red'), await picture('navy')],
    altTexts: NAMES,
    inSeconds: 3600,
  })

async function publish(app: PublishingApp) {
  app.clock.advance(3600_000)
  await app.run()
}

/** Returns the alt texts of what each network has published. */
async function shown(app: PublishingApp) {
  const all = await app.published()
  return all
    .map(({ network, media }) => [network, ...media.map(({ altText }) => altText)].join(' '))
    .toSorted()
}

const contentOf = async (app: PublishingApp, postId: string) =>
  ((await (await app.call(`posts/${postId}/content`)).json()) as { data: PostContent }).data.content

const limits = ({ media }: Pick<DraftContent, 'media'>) => media.map(({ networks }) => networks)

const replace = async (app: PublishingApp, postId: string, onFacebook: number[]) => {
  const { media } = await app.read(postId)
  const json = {
    mediaIds: media.map(({ _id }) => _id),
    altTexts: NAMES,
    platforms: platforms(onFacebook),
  }
  return app.call(`posts/${postId}`, { method: 'PUT', json })
}

test('publishes each network’s own pictures, once, also after an edit, a crash and a retry', async () => {
  const app = await publishingApp()
  const postId = await accept(app, [0])
  expect(limits(await contentOf(app, postId))).toEqual([undefined, ['instagram']])
  expect((await replace(app, postId, [1])).status).toBe(200)
  expect(limits(await contentOf(app, postId))).toEqual([['instagram'], undefined])

  await app.rejectPosts('facebook')
  app.clock.advance(3600_000)
  await app.runAndCrash({ write: 3, kept: true })
  app.clock.advance(300_000)
  await app.run()
  expect(await shown(app)).toEqual(['instagram Tray Baker'])
  expect((await app.delivery(postId, 'facebook')).state).toBe('failed')
  expect((await app.call(`posts/${postId}/retry`, { method: 'POST' })).status).toBe(200)
  await app.run()
  expect(await shown(app)).toEqual(['facebook Baker', 'instagram Tray Baker'])
})

test('publishes the text alone where every picture is for another network, unless that network needs one', async () => {
  const app = await publishingApp()
  const postId = await accept(app, [])
  expect(limits(await contentOf(app, postId))).toEqual([['instagram'], ['instagram']])
  await publish(app)
  expect(await shown(app)).toEqual(['facebook', 'instagram Tray Baker'])
  const none = [{ platform: 'instagram' as const, message: MESSAGE, media: [] }]
  const refused = await app.send({ platforms: none })
  expect(await refused.json()).toMatchObject({ message: POST_MESSAGES.noPictureFor('Instagram') })
})

test('withdraws an approval when a network gets another picture, and publishes what was approved', async () => {
  const app = await openApprovalsApp(['facebook', 'instagram'])
  const postId = await accept(app, [0])
  await app.approve(postId)
  expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
  await replace(app, postId, [0])
  expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
  await replace(app, postId, [0, 1])
  expect((await app.delivery(postId, 'facebook')).state).toBe('in_review')
  await replace(app, postId, [1])
  await app.approve(postId)
  await publish(app)
  expect(await shown(app)).toEqual(['facebook Baker', 'instagram Tray Baker'])
})

test('keeps the choice in a draft, in a cancelled post, and in a copy for another business', async () => {
  const app = await publishingApp()
  const north = await app.author.addDomain('Bakery North')
  const shownNorth = inDashboard({ ...app.author, domainId: north })
  await app.connectFacebook(shownNorth)
  const postId = await accept(app, [0])
  const draft = async (id: string, call = app.call) =>
    ((await (await call(`drafts/${id}`)).json()) as { data: Draft }).data.content
  const idOf = async (call: string, json?: object) => {
    const response = await app.call(`posts/${postId}/${call}`, { method: 'POST', ...(json && { json }) })
    return (await response.json()) as { draftId: string; data: CopyResult[] }
  }
  const { draftId } = await idOf('duplicate')
  expect(limits(await draft(draftId))).toEqual([undefined, ['instagram']])
  const { data: copies } = await idOf('copies', { domainIds: [north] })
  expect(limits(await draft((copies[0] as { draftId: string }).draftId, shownNorth.call))).toEqual([
    undefined,
    ['instagram'],
  ])
  await idOf('copies', { domainIds: [north], scheduled: true })
  await idOf('cancel')
  expect(limits(await draft(postId))).toEqual([undefined, ['instagram']])
  expect((await app.call(`posts/${postId}/restore`, { method: 'POST' })).status).toBe(200)
  await publish(app)
  expect(await shown(app)).toEqual(['facebook Tray', 'facebook Tray', 'instagram Tray Baker'])
})

test('schedules a draft’s files for their networks, and says which file would be shown on none', async () => {
  const app = await publishingApp()
  const { media } = await app.read(await accept(app, [0]))
  const schedule = async (networks: object) => {
    const id = crypto.randomUUID()
    const [tray, baker] = media.map(({ _id: mediaId }, at) => ({ mediaId, altText: NAMES[at] }))
    const content = {
      message: MESSAGE,
      networks,
      isScheduled: true,
      publishAt: new Date(+app.clock.now() + 600_000).toISOString(),
      timeZone: 'UTC',
      media: [tray, { ...baker, networks: ['instagram'] }],
    }
    await app.call(`drafts/${id}`, { method: 'PUT', json: { version: 0, content } })
    const response = await app.call('drafts/schedule', { json: { draftIds: [id] } })
    return ((await response.json()) as { data: BulkResult[] }).data[0]
  }
  expect(await schedule({ instagram: false })).toMatchObject({
    success: false,
    message: '“navy.jpg” is shown on none of this post’s networks. Choose where to show it, or remove it.',
  })
  const both = await schedule({ facebook: true, instagram: true })
  const { deliveries } = await app.read(both?.postId ?? '')
  expect(deliveries.map(({ mediaPositions }) => mediaPositions)).toEqual([[0], undefined])
})
