import { expect, test } from 'bun:test'

import { eventually } from './eventually.ts'
import { addBusiness } from './journey/business.ts'
import { signUp } from './journey/sign-up.ts'
import { picture } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import type { Visitor } from './visitor.ts'

const SCREEN = '/dashboard/google-business-profile'
const MESSAGE = 'New hours from Monday: we open at seven.'

const testbed = openTestbed()

test('connects one of two Google locations and publishes a post there', async () => {
  await testbed.visit('google-business', { viewport: 'desktop' }, async visitor => {
    const { page } = visitor
    await signUp(visitor, testbed.world, testbed.url, 'pat-on-google@example.com')
    await addBusiness(visitor, 'Pat’s Plumbing')
    await connectLocation(visitor)

    await page.getByRole('link', { name: 'Create Post' }).click()
    await page.getByRole('switch', { name: 'Google Business Profile' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE)
    const file = await picture('tap.jpg', 200)
    await page.getByLabel('Add pictures or a video').setInputFiles({
      name: file.name,
      mimeType: file.type,
      buffer: Buffer.from(await file.arrayBuffer()),
    })
    await page.getByLabel('Google Business Profile preview').getByText(MESSAGE).waitFor()
    await page.getByRole('button', { name: 'Post Now' }).click()
    await page.getByRole('link', { name: 'View the post' }).waitFor()
    const [post] = await eventually('the post on Google', async () => {
      const found = await testbed.world.publishedWith(MESSAGE)
      return found.length > 0 && found
    })
    expect(post).toMatchObject({ network: 'google', media: [{ type: 'image' }] })
    expect(visitor.faults).toEqual([])
  })
})

/** Signs in with Google's dialog, which replaces the page and redirects to the return route. */
async function connectLocation({ page }: Visitor) {
  await page.goto(new URL(SCREEN, page.url()).href)
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
