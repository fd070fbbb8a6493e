import { expect, test } from 'bun:test'
import { unzipSync } from 'fflate'

import { connectLinksApp } from '#api/test/connect-links.ts'
import { addMember } from '#api/test/members.ts'
import { MAX_ACCOUNTS_BASIC_PLAN, type AccountAllowance } from '#shared/accounts.ts'

type Caller = { call: (path: string, init?: { method?: string }) => Promise<Response> }

const allowanceOf = async ({ call }: Caller) =>
  ((await (await call('auth/accountAllowance')).json()) as { data: AccountAllowance }).data

async function downloadOf({ call }: Caller) {
  const zip = unzipSync(new Uint8Array(await (await call('users/export')).arrayBuffer()))
  return new TextDecoder().decode(zip['social-accounts.json'])
}

/** Connects a client's Page by a link, and gives the business another owner. */
async function handOver() {
  const app = await connectLinksApp()
  const pat = await app.owner('Mill')
  const kim = await app.owner('Bakery')
  const { token } = await app.makeLink(pat)
  const { person } = await app.logIn({ provider: 'facebook', pages: ['The mill’s Page'] })
  expect(await app.browser().signIn(token, 'facebook', person)).toBe('connected')
  await addMember(app.ctx, { domainId: pat.domainId, userId: kim.userId, role: 'owner' })
  const leave = () => pat.call(`businesses/${pat.domainId}/members/${pat.userId}`, { method: 'DELETE' })
  return { ...app, pat, kim, leave }
}

test('counts a client’s account toward the plan of the business’s present owner', async () => {
  const { pat, kim, leave } = await handOver()
  expect([await allowanceOf(pat), await allowanceOf(kim)]).toMatchObject([{ used: 1 }, { used: 0 }])
  expect((await leave()).status).toBe(200)
  expect([await allowanceOf(pat), await allowanceOf(kim)]).toMatchObject([{ used: 0 }, { used: 1 }])
})

test('doesn’t count accounts that somebody connected in a business that they have left', async () => {
  const app = await handOver()
  const { pat, kim, leave } = app
  await app.connectFacebook(pat, ['Pat’s Page'])
  expect(await allowanceOf(pat)).toMatchObject({ used: 1, limit: MAX_ACCOUNTS_BASIC_PLAN })
  await leave()
  expect([await allowanceOf(pat), await allowanceOf(kim)]).toMatchObject([{ used: 0 }, { used: 0 }])
})

test('leaves a client’s account out of the download of a former owner', async () => {
  const { pat, leave } = await handOver()
  expect(await downloadOf(pat)).toContain('The mill’s Page')
  await leave()
  expect(await downloadOf(pat)).not.toContain('The mill’s Page')
})
