import { expect, test } from 'bun:test'

import { eventually } from './eventually.ts'
import { addBusiness } from './journey/business.ts'
import { rewriteAndCancel } from './journey/change-post.ts'
import { ALT_TEXTS, chooseTime, send, writePost } from './journey/composer.ts'
import { clickCounter, schedule, setUp, signInFresh } from './journey/first-post.ts'
import { connectLocation } from './journey/google-business.ts'
import { seePost, watchPost } from './journey/posts.ts'
import { signUp } from './journey/sign-up.ts'
import { connectNetworks } from './journey/social-hub.ts'
import { pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import { devices } from './visitor.ts'

const testbed = openTestbed()

test.each(devices('phone'))(
  'on a %s in the %s, somebody signs up, connects both networks, posts two pictures and sees them go out once',
  async (viewport, colorScheme) => {
    const [now, later] = [`Open on Saturdays, says the ${viewport}`, `Closed at Easter, says the ${viewport}`]
    await testbed.visit('journey', { viewport, colorScheme }, async visitor => {
      await signUp(visitor, testbed.world, testbed.url, `pat-on-${viewport}@example.com`)
      await addBusiness(visitor, 'Pat’s Plumbing')
      await connectNetworks(visitor)

      await writePost(visitor, later)
      await chooseTime(visitor)
      await send(visitor, 'Schedule Post')
      await seePost(visitor, later, 'Scheduled')
      await rewriteAndCancel(visitor, later)

      await writePost(visitor, now)
      await testbed.world.takeTime(6000)
      await send(visitor, 'Post Now')
      await watchPost(visitor, now)
      await seePost(visitor, now, 'Published')

      const published = await testbed.world.publishedWith(now)
      expect(published.map(({ network }) => network).toSorted()).toEqual(['facebook', 'instagram'])
      for (const { media } of published) expect(media.map(({ altText }) => altText)).toEqual(ALT_TEXTS)
      expect(await testbed.world.publishedWith(later)).toEqual([])
      expect(visitor.faults).toEqual([])
    })
  },
)

test.each(devices('phone'))(
  'on a %s in the %s theme, schedules the first post nine clicks after signing in, and each further one with three',
  async (viewport, colorScheme) => {
    const client = testbed.newClient()
    const email = `few-clicks-on-${viewport}@example.com`
    await client.signUp(email)
    await testbed.visit('few-clicks', { viewport, colorScheme }, async visitor => {
      const clicks = clickCounter()
      const { page } = visitor
      await signInFresh(visitor, clicks, testbed.url, email)
      await setUp(visitor, clicks)
      await clicks.press(page.getByRole('link', { name: 'Create Post' }).filter({ visible: true }).first())
      await schedule(page, clicks, 'The first of many', 'Tomorrow 9:00 am')
      expect(clicks.take()).toBeLessThanOrEqual(9)

      const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
      await client.call('slots', { method: 'PUT', json: { slots, timeZone: 'Australia/Melbourne' } })
      await page.reload()
      await schedule(page, clicks, 'The second of many', 'Next free slot')
      expect(clicks.take()).toBeLessThanOrEqual(3)
      expect(visitor.faults).toEqual([])
    })
  },
)

test('connects one of two Google locations and publishes a post there', async () => {
  const message = 'New hours from Monday: we open at seven.'
  const client = testbed.newClient()
  await client.signUp('pat-on-google@example.com')
  await client.addDomain('Pat’s Plumbing')
  const arrival = { viewport: 'desktop', session: client.token() } as const
  await testbed.visit('google-business', arrival, async visitor => {
    const { page } = visitor
    await connectLocation(visitor, testbed.url)
    await page.getByRole('link', { name: 'Create Post' }).click()
    await page.getByRole('switch', { name: 'Google Business Profile' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill(message)
    await page.getByLabel('Add pictures or a video').setInputFiles(await pictureFile('tap.jpg'))
    await page.getByLabel('Google Business Profile preview').getByText(message).waitFor()
    await page.getByRole('button', { name: 'Post Now' }).click()
    await page.getByRole('link', { name: 'View the post' }).waitFor()
    const [post] = await eventually('the post on Google', async () => {
      const found = await testbed.world.publishedWith(message)
      return found.length > 0 && found
    })
    expect(post).toMatchObject({ network: 'google', media: [{ type: 'image' }] })
    expect(visitor.faults).toEqual([])
  })
})
