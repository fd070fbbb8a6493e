import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'

const SCREEN = '/dashboard/google-business-profile'

/** Signs in with Google's dialog, which replaces the page and redirects to the return route. */
export async function connectLocation({ page }: Visitor, url: string) {
  await page.goto(url + SCREEN)
  await page.getByRole('heading', { name: 'Google Business Profile Manager', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Connect Google Business Profile' }).waitFor()
  await page.getByRole('link', { name: 'Connect Google Business Profile' }).click()
  await page.getByRole('button', { name: /^Continue as/ }).click()

  const choice = page.getByRole('dialog', { name: 'Choose one location' })
  await choice.waitFor()
  expect(new URL(page.url()).pathname).toBe(SCREEN)
  await choice.getByRole('radio').first().check()
  await choice.getByRole('button', { name: 'Connect location' }).click()
  await page.getByText('Google Business Profile connected successfully').waitFor()
  await page.getByText('Posts go here').waitFor()
}
