import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { connectLinkUses } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { connectLinksApp } from '#api/test/connect-links.ts'
import { addMember } from '#api/test/members.ts'

/** Opens an app. Its `signIn(act)` runs `act` after the visitor has signed in and before the account is connected. */
async function openLinks() {
  let during: (() => Promise<unknown>) | undefined
  const app = await connectLinksApp()
  const { login } = app.ctx.networks.facebook
  const { readPage } = login
  login.readPage = async (...given) => {
    const page = await readPage(...given)
    const act = during
    during = undefined
    await act?.()
    return page
  }
  const [ada, kim] = [await app.owner('Mill'), await app.owner('Elsewhere')]
  const { domainId } = ada
  await addMember(app.ctx, { domainId, userId: kim.userId, role: 'editor', isSelected: false })
  const { token, revoke } = await app.makeLink(kim, ['facebook'], domainId)
  const { person } = await app.logIn({ provider: 'facebook', pages: 1 })
  const phone = app.browser()
  const signIn = (act?: () => Promise<unknown>) => {
    during = act
    return phone.signIn(token, 'facebook', person)
  }
  return { ...app, ada, kim, domainId, phone, token, revoke, signIn }
}

test('connects nothing for a former owner, and connects for the new one on the next attempt', async () => {
  const app = await openLinks()
  const { domainId, ada, kim } = app
  const transfer = async () => {
    await addMember(app.ctx, { domainId, userId: kim.userId, role: 'owner', isSelected: false })
    const removal = await kim.call(`businesses/${domainId}/members/${ada.userId}`, { method: 'DELETE' })
    expect(removal.status).toBe(200)
  }
  expect(await app.signIn(transfer)).toBe('failed')
  expect(await app.accountsOf(domainId)).toEqual([])
  expect(await app.signIn()).toBe('connected')
  expect(await app.accountsOf(domainId)).toMatchObject([{ userId: kim.userId, status: 'connected' }])
})

test('connects nothing to a business that is deleted meanwhile', async () => {
  const app = await openLinks()
  const deletion = () => app.ctx.db.delete(domains).where(eq(domains.id, app.domainId))
  expect(await app.signIn(deletion)).toBeNull()
  expect(await app.accountsOf(app.domainId)).toEqual([])
  expect(await app.ctx.db.select().from(connectLinkUses)).toEqual([])
})

test.each(['revoked', 'whose creator is removed', 'whose creator is demoted'])(
  'connects nothing with a link that is %s while the visitor signs in, and keeps the current account',
  async end => {
    const app = await openLinks()
    const { domainId, ada, kim, phone, token } = app
    const member = `businesses/${domainId}/members/${kim.userId}`
    await app.connectFacebook(ada)
    const current = await app.accountsOf(domainId)
    const ends: Record<string, () => Promise<Response>> = {
      revoked: app.revoke,
      'whose creator is removed': () => ada.call(member, { method: 'DELETE' }),
      'whose creator is demoted': () => ada.call(member, { method: 'PATCH', json: { role: 'viewer' } }),
    }
    const act = async () => expect((await ends[end]!()).status).toBe(200)
    expect(await app.signIn(act)).toBeNull()
    expect(current).toHaveLength(1)
    expect(await app.accountsOf(domainId)).toEqual(current)
    expect((await phone.request(`connect/${token}`)).status).toBe(404)
  },
)
