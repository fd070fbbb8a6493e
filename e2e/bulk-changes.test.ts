import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { schedulePost } from './schedule-post.ts'
import { openTestbed } from './testbed.ts'

const SCHEDULED = '/dashboard/view-post?tab=scheduled'

let client: ContractClient

const testbed = openTestbed(async ({ newClient }) => {
  client = newClient()
  await client.signUp('pat@example.com')
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook('Pat’s Plumbing')
  await schedulePost(client, 'Tarts', 2)
  await schedulePost(client, 'Pies', 3)
})

test('shows where moved and copied posts are, and undoes each bulk change, also on another screen', async () => {
  const session = client.token()
  await testbed.visit(
    'bulk-undo',
    { viewport: 'desktop', session },
    async ({ page, faults, expectAccessible }) => {
      await page.goto(testbed.url + SCHEDULED)
      const post = (name: string) => page.getByRole('article', { name })
      const select = async () => {
        for (const name of ['Tarts', 'Pies'])
          await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      }
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const timeOf = (name: string) => post(name).locator('time').filter({ visible: true }).textContent()
      await post('Tarts').waitFor()
      const times = [await timeOf('Tarts'), await timeOf('Pies')]

      await select()
      await press('Move…')
      const dialog = page.getByRole('dialog', { name: 'Move 2 posts' })
      await dialog.getByRole('combobox', { name: 'When' }).selectOption('A week later')
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await page.getByText(/^2 posts moved: .* – .*\.$/).waitFor()
      await post('Pies').getByText('Moved').filter({ visible: true }).waitFor()
      await press('View')
      await post('Tarts')
        .getByRole('link', { name: 'Details of Tarts' })
        .and(page.locator(':focus'))
        .waitFor()
      await expectAccessible('moved posts')
      await press('Undo')
      await page.getByText('2 posts restored.').waitFor()

      await select()
      await press('Duplicate')
      await page.getByText('2 posts copied to your drafts.').waitFor()
      await press('View copies')
      const copies = page.getByRole('dialog', { name: '2 copies in your drafts' })
      await copies.getByRole('link', { name: 'Pies' }).waitFor()
      await expectAccessible('copies of posts')
      await page.keyboard.press('Escape')
      await press('Undo')
      await page.getByText('The copies of 2 posts were deleted.').waitFor()
      expect(await client.call('drafts')).toMatchObject({ data: [] })

      await select()
      await press('Cancel posts')
      await page.getByText(/^2 posts cancelled/).waitFor()
      await page.getByRole('link', { name: 'Calendar', exact: true }).click()
      await page.getByRole('grid').waitFor()
      await press('Undo')
      await page.getByText('2 posts restored.').last().waitFor()
      await page.goto(testbed.url + SCHEDULED)
      await post('Pies').waitFor()
      expect([await timeOf('Tarts'), await timeOf('Pies')]).toEqual(times)
      expect(faults).toEqual([])
    },
  )
})

test('folds free times on a phone, so that posts come first, and shows all tabs whole', async () => {
  const slots = [1, 2, 3, 4, 5, 6, 7].flatMap(weekday => ['07:00', '23:59'].map(time => ({ weekday, time })))
  await client.call('slots', { method: 'PUT', json: { slots, timeZone: 'Australia/Melbourne' } })
  const session = client.token()
  await testbed.visit(
    'folded-times',
    { viewport: 'phone', session },
    async ({ page, faults, expectAccessible }) => {
      await page.goto(testbed.url + SCHEDULED)
      const post = page.getByRole('article', { name: 'Tarts' })
      const later = page.getByRole('button', { name: /^\d+ free times until .* Show$/ }).last()
      await later.waitFor()
      await expectAccessible('folded free times')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        for (const tab of await page.getByRole('tab').all()) {
          await tab.scrollIntoViewIfNeeded()
          const { x, width: wide } = await boxOf(tab)
          expect(x >= 0 && x + wide <= width).toBe(true)
        }
      }
      const before = await boxOf(post)
      expect(before.y + before.height).toBeLessThan(844)
      const free = page.getByRole('link', { name: /free slot/ })
      const shown = await free.count()
      await later.press('Enter')
      await page.locator('a[id^=slot]:focus').waitFor()
      expect(await free.count()).toBeGreaterThan(shown + 1)
      expect(faults).toEqual([])
    },
  )
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element has no box.')
  return box
}
