import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'
import { BUSINESS } from './website.ts'

/** Connects a Page with a connect link, without a login. */
export async function connectOnPhone({ page, expectAccessible, faults }: Visitor, url: string) {
  await page.goto(url)
  await page.getByRole('heading', { name: `Connect ${BUSINESS}` }).waitFor()
  await expectAccessible('a connect link')
  await page.getByRole('button', { name: 'Continue with Facebook' }).click()
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('radio').first().check()
  await expectAccessible('a choice of Pages')
  await page.getByRole('button', { name: 'Connect this Page' }).click()
  await page.getByText('All done. Thank you!').waitFor()
  expect(faults).toEqual([])
}

/** Approves a post with a review link, in two taps and a name. */
export async function approveOnPhone({ page }: Visitor, url: string, message: string) {
  await page.goto(url)
  await page.getByText(message).waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Mia Chen')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('All done. Thank you!').waitFor()
}
