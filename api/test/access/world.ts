import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { saveItems } from '#api/inbox/save-item.ts'
import { recordRun } from '#api/jobs/health.ts'
import { notify } from '#api/notifications/notifications.ts'
import type { Post } from '#shared/posts/posts.ts'
import type { TestApp } from '../app.ts'
import { type PublishingApp, publishingApp } from '../publishing.ts'
import { contactRequest, spreadsheet } from './request-bodies.ts'
import type { World } from './rule.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Creates a business with data of every kind, a stranger, and an administrator with businesses of their own. */
export async function createWorld() {
  const api = await publishingApp()
  const [other, admin] = [await api.signUp(), await api.admin()]
  for (const person of [other, admin])
    await person.call('users/saveUserDomain', { json: { businessName: 'Elsewhere' } })
  await notify(api.ctx, [
    {
      id: 'notice',
      userId: api.author.userId,
      type: 'general',
      tone: 'info',
      title: 'Secret words',
      message: '',
      link: '',
    },
  ])
  await recordRun(api.ctx, 'publish')
  await recordRun(api.ctx, 'send-mail')

  const readData = async (path: string, { call } = api as Pick<Person, 'call'>) =>
    ((await (await call(path)).json()) as { data: any }).data
  await api.request('users/saveContactRequest', { json: contactRequest })
  await api.request('users/saveFeatureRequest', { json: { name: 'Pat', contact: '0400 000 000' } })
  const postId = await api.accept({ message: 'Secret words', inSeconds: 3600 })
  const post: Post = await readData(`posts/${postId}`)
  const url = new URL(post.media[0]!.url)
  const draftId = crypto.randomUUID()
  const templateId = crypto.randomUUID()
  const hashtagSetId = crypto.randomUUID()
  const draft = { version: 0, content: { message: 'Secret words' } }
  await api.call(`drafts/${draftId}`, { method: 'PUT', json: draft })
  await api.call(`templates/${templateId}`, { method: 'PUT', json: { name: 'Secret words', text: 'x' } })
  await api.call(`hashtag-sets/${hashtagSetId}`, {
    method: 'PUT',
    json: { name: 'Secret words', text: '#x' },
  })
  const savedReplyId = crypto.randomUUID()
  await api.call(`saved-replies/${savedReplyId}`, {
    method: 'PUT',
    json: { name: 'Secret words', text: 'x' },
  })
  const imported = await api.call('imports', { form: spreadsheet('Secret words') })
  const prepared = await api.call('reports', { json: { domainId: post.domainId, month: '2029-12' } })
  const { data: report } = (await prepared.json()) as { data: { _id: string } }
  const world: World = {
    reportId: report._id,
    importId: ((await imported.json()) as { data: { _id: string } }).data._id,
    postId,
    domainId: post.domainId,
    ownerId: api.author.userId,
    pageId: (await readData('auth/getPagesInfo'))[0].id,
    mediaPath: url.pathname + url.search,
    noticeId: 'notice',
    mediaId: post.media[0]!._id,
    draftId,
    templateId,
    hashtagSetId,
    savedReplyId,
    inboxItemId: await receiveComment(api),
    requestIds: {
      support: (await readData('admin/supportRequests', admin))[0]._id,
      feature: (await readData('admin/featureRequests', admin))[0]._id,
    },
  }
  return { api, world, other, admin }
}

/** Saves a comment of a stranger, as a read of the Page does. */
async function receiveComment({ ctx }: Pick<PublishingApp, 'ctx'>): Promise<string> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.network, 'facebook'))
  const item = {
    externalId: '1',
    threadId: '2',
    parentId: '',
    author: 'Robin Hale',
    text: 'Secret words',
    stars: null,
    permalink: '',
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    isHidden: false,
    replies: [],
  }
  await write(ctx, ctx => saveItems(ctx, { account: account!, isFirstRead: true }, [item]))
  const [saved] = await ctx.db.select().from(inboxItems)
  return saved!.id
}
