import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/accounts.ts'
import { members } from '#api/db/schema/members.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { addMember } from '#api/test/members.ts'

test.each([1, 2])(
  'connects nothing for a member who is removed while Facebook shows %d of their Pages',
  async pages => {
    const app = await connectingApp()
    const pat = await app.owner()
    await app.connectFacebook(pat)
    const before = await app.ctx.db.select().from(accounts)
    const mia = await app.signUp()
    await addMember(app.ctx, { domainId: pat.domainId, userId: mia.userId, role: 'editor' })
    const { login } = app.ctx.networks.facebook
    const { listPages } = login
    login.listPages = async (...given) => {
      const { domainId } = pat
      await app.ctx.db
        .delete(members)
        .where(and(eq(members.domainId, domainId), eq(members.userId, mia.userId)))
      return listPages(...given)
    }
    const { response } = await app.connectFacebook(mia, pages)
    expect(response.status).toBe(409)
    expect(await app.ctx.db.select().from(accounts)).toEqual(before)
  },
)
