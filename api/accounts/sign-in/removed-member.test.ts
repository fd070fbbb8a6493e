import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { addMember } from '#api/test/members.ts'

const CASES = [
  ['removed', 1],
  ['removed', 2],
  ['demoted', 1],
  ['demoted', 2],
] as const

test.each(CASES)(
  'connects and disconnects nothing for a member who is %s while Facebook lists %d of their Pages',
  async (how, pages) => {
    const app = await connectingApp()
    const pat = await app.owner()
    await app.connectFacebook(pat)
    const before = await app.ctx.db.select().from(accounts)
    const mia = await app.signUp()
    const membership = { domainId: pat.domainId, userId: mia.userId }
    await addMember(app.ctx, { ...membership, role: 'editor' })
    const { login } = app.ctx.networks.facebook
    const { listPages } = login
    login.listPages = async (...given) => {
      if (how === 'demoted') await addMember(app.ctx, { ...membership, role: 'viewer' })
      else
        await app.ctx.db
          .delete(members)
          .where(and(eq(members.domainId, pat.domainId), eq(members.userId, mia.userId)))
      return listPages(...given)
    }
    const { response } = await app.connectFacebook(mia, pages)
    expect(response.status).toBe(409)
    expect(await app.ctx.db.select().from(accounts)).toEqual(before)
  },
)
