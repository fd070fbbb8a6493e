import { expect, test } from 'bun:test'

import { violations } from './axe.ts'
import { eventually } from './eventually.ts'
import { rewriteAndCancel } from './journey/change-post.ts'
import { ALT_TEXTS, chooseTime, removeTimes, send, writePost } from './journey/composer.ts'
import { pressCounter, schedule, takeFirstSteps, writeByAi } from './journey/first-post.ts'
import { connectLocation } from './journey/google-business.ts'
import { seePost, watchPost } from './journey/posts.ts'
import { signUp } from './journey/sign-up.ts'
import { connectBluesky, seeAccount } from './journey/social-hub.ts'
import { pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import { devices } from './visitor.ts'

const testbed = openTestbed()

/**
 * Presses from the home page to the first scheduled post, with every field that has no focus yet, the networks' consents and the
 * choice of a Page. On a phone they include the fields of two pages that have just loaded, where only a tap opens the keyboard.
 */
const MAX_PRESSES = { desktop: 14, phone: 16 }
/** Presses for each further post: its picture and the send button. */
const MAX_FURTHER_PRESSES = 2

test.each(devices('phone'))(
  'on a %s in the %s, somebody signs up, connects three networks, schedules a post with AI in few presses, sees another go out once, and connects Bluesky on its own page',
  async (viewport, colorScheme) => {
    const [now, later] = [`Open on Saturdays, says the ${viewport}`, `Closed at Easter, says the ${viewport}`]
    await testbed.visit('journey', { viewport, colorScheme }, async visitor => {
      const { page } = visitor
      const presses = pressCounter()
      await signUp(visitor, presses, testbed, `pat-on-${viewport}@example.com`)
      await takeFirstSteps(visitor, presses)
      await writeByAi(page, presses, 'Hot water repairs on Sundays')
      await schedule(page, presses, 'Facebook, Instagram and Google')
      expect(presses.take()).toBeLessThanOrEqual(MAX_PRESSES[viewport])

      await page.getByRole('textbox', { name: 'Message' }).fill('The second of many')
      await schedule(page, presses, 'Facebook, Instagram and Google')
      expect(presses.take()).toBeLessThanOrEqual(MAX_FURTHER_PRESSES)
      await seeAccount(visitor)

      await removeTimes(page)
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

      await connectBluesky(visitor)
      expect(visitor.faults).toEqual([])
    })
  },
)

test('connects one of two Google locations and publishes an event there', async () => {
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
    const preview = page.getByLabel('Google Business Profile preview')
    await preview.getByText(message).waitFor()
    await page.getByRole('button', { name: 'Add an event, offer or button' }).click()
    await page.getByRole('button', { name: 'Event', exact: true }).click()
    await page.getByRole('button', { name: 'Post Now' }).click()
    await page.getByText('Please enter the title of the event.').first().waitFor()
    await page.getByLabel('Title of the event').fill('Open day')
    await page.getByLabel('Starts').fill('2099-12-24T09:00')
    expect(await page.getByLabel('Ends').inputValue()).toBe('2099-12-24T10:00')
    await page.getByLabel('Button').selectOption('Book')
    await page.getByLabel('Where it leads').fill('https://pats.example/book')
    await preview.getByText('Open day').waitFor()
    await page.getByLabel('Repeats').selectOption('Every week')
    await page.getByRole('checkbox', { name: 'Thursday', checked: true }).waitFor()
    await page.getByLabel('Until (optional)').fill('2100-01-31')
    await preview.getByText('Google repeats this event every Thursday until 31 Jan 2100.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Post Now' }).click()
    await page.getByRole('link', { name: 'View the post' }).waitFor()
    const [post] = await eventually('the post on Google', async () => {
      const found = await testbed.world.publishedWith(message)
      return found.length > 0 && found
    })
    expect(post).toMatchObject({
      network: 'google',
      media: [{ type: 'image' }],
      event: {
        title: 'Open day',
        recurrenceInfo: { weeklyPattern: { daysOfWeek: ['THURSDAY'] } },
      },
      callToAction: { actionType: 'BOOK', url: 'https://pats.example/book' },
    })
    expect(visitor.faults).toEqual([])
  })
})
