import { expect } from 'bun:test'

import type { ContractClient } from '../client.ts'
import { inputFile, picture } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'
import { BUSINESS } from './website.ts'

/** Creates a client from the request, and opens it. */
export async function createClient({ page }: Visitor, url: string) {
  await page.goto(`${url}/dashboard/support-requests`)
  await page.getByRole('button', { name: 'View the request of Mia Chen' }).first().click()
  await page.getByRole('button', { name: 'Create client' }).click()
  const form = page.getByRole('dialog', { name: 'Create client' })
  expect(await form.getByLabel('Business name').inputValue()).toBe(BUSINESS)
  await form.getByRole('button', { name: 'Create client' }).click()
  await page.getByText(`${BUSINESS} is a client now.`).waitFor()
  await page.getByRole('link', { name: `Open ${BUSINESS}` }).click()
  await page.getByRole('heading', { name: 'Dashboard Overview', level: 1 }).waitFor()
}

/**
 * Opens the connect link from the list of what the clients need.
 * @returns the URL of a connect link for Facebook
 */
export async function sendConnectLink({ page }: Visitor): Promise<string> {
  const task = page.getByRole('listitem').filter({ hasText: 'No accounts yet' })
  await task.filter({ hasText: BUSINESS }).getByRole('button', { name: 'Send a connect link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a connect link' })
  await dialog.getByLabel('Instagram').uncheck()
  await dialog.getByLabel('Google Business Profile').uncheck()
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  return dialog.getByRole('textbox', { name: 'Connect link' }).inputValue()
}

/**
 * Requires approval, and writes a post that goes out when it is approved.
 * @returns the URL of a review link for it
 */
export async function writeForApproval(
  { page }: Visitor,
  { call }: ContractClient,
  message: string,
): Promise<string> {
  const { data } = await call('users/getUserActiveDomain')
  const { _id } = data as { _id: string }
  await call(`businesses/${_id}/approval-rule`, { method: 'PUT', json: { required: true } })
  await page.goto(new URL('/dashboard/create-post', page.url()).href)
  await page.getByRole('switch', { name: 'Facebook' }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  // A new client has posting times already, so the composer proposes the next.
  await page.getByText('Schedule this post').click()
  const file = await inputFile(await picture('bread.jpg', 40))
  await page.getByLabel('Add pictures or a video').setInputFiles(file)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await page.getByRole('link', { name: 'View the post' }).waitFor()
  const posts = (await call('posts?tab=scheduled')).data as { _id: string }[]
  const postIds = posts.map(post => post._id)
  return String((await call(`businesses/${_id}/review-links`, { json: { postIds } })).url)
}
