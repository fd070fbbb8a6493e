import { expect, test } from 'bun:test'

import { setMaxAccounts } from '#api/auth/people.ts'
import { connectingApp, type WorldPerson } from '#api/test/connecting.ts'
import { DOMAIN_HEADER } from '#shared/domain-header.ts'
import { CONNECT_LIMIT } from './sign-in.ts'
import { accounts } from './table.ts'

/** Somebody with two windows, each of which shows another business. */
async function twoWindows() {
  const app = await connectingApp()
  const owner = await app.owner()
  const domains = [owner.domainId, await owner.addDomain('Another business')]
  const logIn = () => app.world<WorldPerson>('login', { provider: 'facebook', pages: 1 })
  /** Both windows connect at the same moment. @returns their answers, the good one first */
  const connectBoth = async (people: WorldPerson[]) => {
    const answers = await Promise.all(
      domains.map((domainId, at) =>
        owner.call('auth/facebook', {
          json: people[at]!.authResponse,
          headers: { [DOMAIN_HEADER]: domainId },
        }),
      ),
    )
    return answers.map(({ status }) => status).toSorted()
  }
  return { ...app, person: owner, logIn, connectBoth }
}

test('of two windows that link one Page to two businesses at once, one is refused', async () => {
  const { ctx, logIn, connectBoth } = await twoWindows()
  const one = await logIn()
  expect(await connectBoth([one, one])).toEqual([200, 409])
  const connected = (await ctx.db.select().from(accounts)).filter(({ status }) => status === 'connected')
  expect(connected).toHaveLength(1)
})

test('two windows that take the last place of a plan at once don’t go beyond it', async () => {
  const { ctx, person, logIn, connectBoth } = await twoWindows()
  await setMaxAccounts(ctx, person.email, 1)
  expect(await connectBoth([await logIn(), await logIn()])).toContain(409)
  expect(await ctx.db.$count(accounts)).toBeLessThanOrEqual(1)
})

test('sign-ins are started so often an hour, and no more', async () => {
  const app = await connectingApp()
  const { call } = await app.owner()
  const start = async () => (await call('auth/facebook/start', { method: 'POST' })).status
  for (let count = 0; count < CONNECT_LIMIT.most; count++) expect(await start()).toBe(200)
  expect(await start()).toBe(429)
})
