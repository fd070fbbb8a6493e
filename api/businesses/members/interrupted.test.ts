import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { createApp } from '#api/app.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'

/** A business with two owners and a post in review. Returns calls of the second owner. */
async function openBusiness() {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { domainId } = app.author
  const business = `businesses/${domainId}`
  await app.call(`${business}/approval-rule`, { method: 'PUT', json: { required: true } })
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'owner' })
  const { contentHash } = (await app.read(id)).approval!
  const first = `${business}/members/${app.author.userId}`
  const calls: Record<string, [method: string, path: string, json?: object]> = {
    approving: ['POST', `posts/${id}/approve`, { contentHash }],
    'requesting changes': ['POST', `posts/${id}/request-changes`, { comment: 'Say when.' }],
    submitting: ['POST', `posts/${id}/submit`],
    commenting: ['POST', `posts/${id}/comments`, { message: 'Hello', internal: true }],
    'setting the rule': ['PUT', `${business}/approval-rule`, { required: false }],
    'creating a review link': ['POST', `${business}/review-links`, { postIds: [id] }],
    'creating a connect link': ['POST', `${business}/connect-links`, { networks: ['google'] }],
    inviting: ['POST', `${business}/members`, { email: 'new@example.com', role: 'owner' }],
    'changing a role': ['PATCH', first, { role: 'editor' }],
    'removing a member': ['DELETE', first],
    'changing the business': ['PATCH', `domains/${domainId}`, { timeZone: 'Australia/Perth' }],
  }
  /** Makes a call during which something else happens. @returns its response */
  async function send(call: string, during: () => Promise<unknown>) {
    const [method, path, json] = calls[call]!
    const ctx = beforeNextWrite(app.ctx, during)
    const response = await createApp(ctx).request(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${mia.token}`, 'Content-Type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    return { status: response.status, text: await response.text() }
  }
  const remove = () => app.call(`${business}/members/${mia.userId}`, { method: 'DELETE' })
  const deleteBusiness = () => app.ctx.db.delete(domains).where(eq(domains.id, domainId))
  return { ...app, send, remove, deleteBusiness }
}

test.each([
  'approving',
  'requesting changes',
  'submitting',
  'commenting',
  'setting the rule',
  'creating a review link',
  'creating a connect link',
  'inviting',
  'changing a role',
  'removing a member',
  'changing the business',
])(
  'sends the same response whether the caller is removed or the business is deleted while %s',
  async call => {
    const [one, other] = [await openBusiness(), await openBusiness()]
    const removed = await one.send(call, one.remove)
    expect(removed.status).toBe(404)
    expect(await other.send(call, other.deleteBusiness)).toEqual(removed)
  },
)
