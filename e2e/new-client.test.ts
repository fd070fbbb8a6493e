import { expect, test } from 'bun:test'

import { eventually } from './eventually.ts'
import { createClient, sendConnectLink, writeForApproval } from './new-client/agency.ts'
import { approveOnPhone, connectOnPhone } from './new-client/phone.ts'
import { askTheAgency } from './new-client/website.ts'
import { openTestbed } from './testbed.ts'

const AGENCY = 'agency-of-the-journey@example.com'
const OWNER = 'mia@example.com'
const MESSAGE = 'Sourdough from six this morning'

const testbed = openTestbed()

test('turns a request from the website into a client whose first post is approved on a phone and published', async () => {
  const { world, url } = testbed
  const agency = testbed.newClient()
  await Promise.all([
    testbed.visit('new-client-website', { viewport: 'phone' }, visitor => askTheAgency(visitor, url, OWNER)),
    agency.signUp(AGENCY).then(() => testbed.product.grantAdmin(AGENCY)),
  ])
  const session = agency.token()
  const phone = { viewport: 'phone' } as const

  await testbed.visit('new-client-agency', { viewport: 'desktop', session }, async visitor => {
    await createClient(visitor, url)
    const connectUrl = await sendConnectLink(visitor)
    await testbed.visit('new-client-connect', phone, client => connectOnPhone(client, connectUrl))
    const reviewUrl = await writeForApproval(visitor, agency, MESSAGE)
    expect(await world.publishedWith(MESSAGE)).toEqual([])
    await testbed.visit('new-client-review', phone, client => approveOnPhone(client, reviewUrl, MESSAGE))
    expect(visitor.faults).toEqual([])
  })

  const published = await eventually('the post on Facebook', async () => {
    const posts = await world.publishedWith(MESSAGE)
    return posts.length > 0 && posts
  })
  expect(published).toMatchObject([{ network: 'facebook', message: MESSAGE }])
  expect(await eventually('the invitation', () => world.mailedLink(OWNER, '/invite/'))).toContain(url)
})
