import { expect } from 'bun:test'

import type { SandboxClient } from './sandbox-client.ts'
import type { Testbed } from './testbed.ts'
import type { Visitor } from './visitor.ts'

const TYPED = 'New rainwater tanks for small gardens'

/** Writes a caption with AI by keyboard, stops it, undoes it, lets it finish, and sees why it fails. */
export async function writeWithAi(visitor: Visitor, { url, world }: Testbed) {
  await openComposer(visitor, url)
  await stopAndUndo(visitor, world)
  await letItWrite(visitor)
  await copyIt(visitor)
  await showFailure(visitor, world)
}

const box = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Message', exact: true })
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
const focused = ({ page }: Visitor, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()

async function openComposer(visitor: Visitor, url: string) {
  const { page } = visitor
  await page.goto(`${url}/dashboard/create-post`)
  await page.getByRole('switch', { name: 'Instagram' }).waitFor()
  await box(visitor).fill('')
  expect(await button(visitor, 'Generate with AI').isDisabled()).toBe(true)
  await box(visitor).fill(TYPED)
}

async function stopAndUndo(visitor: Visitor, world: SandboxClient) {
  const { page } = visitor
  await world.addFault({ provider: 'openai', operation: 'chat', kind: 'slow', ms: 400 })
  await page.keyboard.press('Tab')
  await focused(visitor, 'Generate with AI')
  await page.keyboard.press('Enter')
  await page.getByText('AI is writing.').waitFor({ state: 'attached' })
  await page.waitForFunction(
    ([typed]) => !document.querySelector('textarea')!.value.startsWith(typed!),
    [TYPED],
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await focused(visitor, 'Generate with AI')
  await page.getByText('Stopped. The text so far is in the box.').waitFor({ state: 'attached' })
  expect((await box(visitor).inputValue()).split(' ').length).toBeLessThan(60)
  await button(visitor, 'Undo').press('Enter')
  expect(await box(visitor).inputValue()).toBe(TYPED)
  await focused(visitor, 'Generate with AI')
}

async function letItWrite(visitor: Visitor) {
  const { page } = visitor
  await page.keyboard.press('Enter')
  await page.getByText(/^AI has written \d+ words/).waitFor({ state: 'attached' })
  const text = await box(visitor).inputValue()
  expect(text.split('\n\n')[1]!.split(' ').length).toBeWithin(80, 91)
  expect(text).toContain('#SmallBusiness')
  // One in each network's preview.
  expect(await page.getByText('AI Generated').count()).toBe(2)
}

/** Expects the tick, which is visible for two seconds. */
async function copyIt(visitor: Visitor) {
  const { page } = visitor
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(visitor, 'Copy message').press('Enter')
  await button(visitor, 'Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await box(visitor).inputValue())
  await button(visitor, 'Copy message').waitFor()
}

async function showFailure(visitor: Visitor, world: SandboxClient) {
  const { page } = visitor
  await world.addFault({ provider: 'openai', operation: 'chat', kind: 'quota' })
  const text = await box(visitor).inputValue()
  await button(visitor, 'Shorter').press('Enter')
  await page.getByText('You exceeded your current quota').waitFor()
  expect(await box(visitor).inputValue()).toBe(text)
  await box(visitor).fill('Our own words, for once.')
  expect(await page.getByText('AI Generated').count()).toBe(0)
}
