import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'

/**
 * Changes a scheduled post's text to one long word, which must not widen the page, and then cancels the post. The focus is
 * never lost.
 */
export async function rewriteAndCancel({ page }: Visitor, message: string) {
  await page.getByRole('button', { name: `More for ${message}` }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { name: 'Edit post' }).waitFor()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('W'.repeat(2200))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/^Saved\. Scheduled for/).waitFor()
  const post = page.getByRole('article', { name: /^W+…$/ })
  await post.waitFor()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)

  await post.getByRole('button', { name: /^More for W/ }).click()
  await post.getByRole('button', { name: 'Cancel post', exact: true }).click()
  await post.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
}
