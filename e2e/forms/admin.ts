import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'

import type { ContractClient } from '../client.ts'
import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'

/** Creates more than one page of visitors' requests, and both kinds of feature request. */
export async function receiveRequests({ call }: ContractClient) {
  for (let number = 1; number <= 12; number++) {
    const message = `=1+1 says visitor ${number}`
    const json = { fullname: `Visitor ${number}`, email: 'v@example.com', service: 'other', message }
    await call('users/saveContactRequest', { json })
  }
  const website = { business: 'Kim’s Kites', websiteType: { booking: true }, budget: 'basic' }
  await call('users/saveFeatureRequest', { json: website })
  const campaign = {
    requestType: 'Ad Management',
    campaignObjective: 'Other (please specify)',
    otherObjective: 'Fill the sky',
    targetAudience: 'Everybody with a beach',
    platforms: ['instagram'],
    budgetRange: '$5,000+',
  }
  await call('users/saveFeatureRequest', { json: campaign })
}

/** Reads, searches, exports, deletes and restores visitors' requests, which fill more than a page. */
export async function readSupportRequests({ page }: Visitor, url: string) {
  await page.goto(`${url}/dashboard/support-requests`)
  const keys = keyboard(page)
  const shown = (text: string | RegExp) => page.getByText(text).filter({ visible: true })
  const action = (name: RegExp) => page.getByRole('button', { name }).filter({ visible: true })
  await shown(/^1 to 10 of 1\d$/).waitFor()

  await keys.press(page.getByRole('button', { name: 'Next' }))
  await shown(/^11 to (1\d) of \1$/).waitFor()
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  await keys.write(page.getByRole('searchbox', { name: 'Search' }), 'visitor 7')
  await shown('1 to 1 of 1').waitFor()

  const saved = page.waitForEvent('download')
  await keys.press(page.getByRole('button', { name: 'Export CSV' }))
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toContain(
    '"Full Name","Email","Contact","Company","Service","Message","Created At","Status","Assigned to"\r\n',
  )
  expect(file).toContain(`"'=1+1 says visitor 7"`)

  await keys.press(action(/^View the request/))
  const details = page.getByRole('dialog', { name: 'Request of Visitor 7' })
  await details.getByText('=1+1 says visitor 7').waitFor()
  await details.getByLabel('Status').selectOption('Won')
  await details.getByText('moved it from New to Won').waitFor()
  await keys.write(details.getByLabel('Note for colleagues'), 'Wants trams')
  await keys.press(details.getByRole('button', { name: 'Add note' }))
  await details.getByRole('list').getByText('Wants trams').waitFor()
  await keys.press(details.getByRole('button', { name: 'Reply by email' }))
  const reply = page.getByRole('dialog', { name: 'Reply to Visitor 7' })
  await keys.write(reply.getByLabel('Message'), 'We have trams.')
  await keys.press(reply.getByRole('button', { name: 'Send reply' }))
  await details.getByText('replied by email').waitFor()
  await details.getByText('Sent', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })

  await keys.press(action(/^Delete the request/))
  await page.getByRole('dialog', { name: 'Delete this request?' }).waitFor()
  await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await shown('No support requests found').waitFor()
  await keys.press(page.getByRole('button', { name: 'Undo' }))
  await shown('1 to 1 of 1').waitFor()
}

/** Reads both kinds of feature request, and the message after they fail to load. */
export async function readFeatureRequests({ page, expectAccessible }: Visitor, url: string) {
  const calls = '**/api/admin/featureRequests'
  await page.route(calls, route => route.abort())
  await page.goto(`${url}/dashboard/feature-requests`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await expectAccessible('feature requests that didn’t load')
  await page.unroute(calls)
  await retry.click()
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).first()
  await shown('Kim’s Kites').waitFor()
  await shown('booking').waitFor()
  await page.getByRole('tab', { name: 'Ad campaigns' }).click()
  await shown('Other: Fill the sky').waitFor()
}

/** Expects that a person without the role sees no requests and loads no chunk of the screens. */
export async function expectNoAccess({ page }: Visitor, url: string) {
  const requested: string[] = []
  page.on('request', request => void requested.push(request.url()))
  await page.goto(`${url}/dashboard/support-requests`)
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor()
  expect(await page.getByRole('link', { name: 'Support Requests' }).count()).toBe(0)
  expect(requested.filter(address => /Requests\.[\w-]+\.js|admin\//.test(address))).toEqual([])
}
