import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'

import { buildSite } from '../commands/setup/build-site.ts'
import { addBusiness } from './journey/business.ts'
import { rewriteAndCancel } from './journey/change-post.ts'
import { ALT_TEXTS, chooseTime, send, writePost } from './journey/composer.ts'
import { seePost, watchPost } from './journey/posts.ts'
import { signUp } from './journey/sign-up.ts'
import { connectNetworks } from './journey/social-hub.ts'
import { type OutsideWorld, outsideWorld } from './outside-world.ts'
import { type Product, startProduct } from './processes.ts'
import { newVisitor, openBrowser, type Viewport } from './visitor.ts'

let product: Product
let world: OutsideWorld
let browser: Browser

beforeAll(async () => {
  await buildSite()
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  world = outsideWorld(product.sandboxUrl)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test.each<Viewport>(['phone', 'desktop'])(
  'on a %s, somebody signs up, connects both networks, posts two pictures and sees them go out once',
  async viewport => {
    const visitor = await newVisitor(browser, viewport)
    const [now, later] = [`Open on Saturdays, says the ${viewport}`, `Closed at Easter, says the ${viewport}`]
    try {
      await signUp(visitor, world, product.url, `pat-on-${viewport}@example.com`)
      await addBusiness(visitor, 'Pat’s Plumbing')
      await connectNetworks(visitor)

      await writePost(visitor, later)
      await chooseTime(visitor)
      await send(visitor, 'Schedule Post')
      await seePost(visitor, later, 'Scheduled')
      await rewriteAndCancel(visitor, later)

      await writePost(visitor, now)
      await world.takeTime(6000)
      await send(visitor, 'Post Now')
      await watchPost(visitor, now)
      await seePost(visitor, now, 'Published')

      const published = await world.publishedWith(now)
      expect(published.map(({ network }) => network).toSorted()).toEqual(['facebook', 'instagram'])
      for (const { media } of published) expect(media.map(({ altText }) => altText)).toEqual(ALT_TEXTS)
      expect(await world.publishedWith(later)).toEqual([])
      expect(visitor.faults).toEqual([])
    } catch (error) {
      await visitor.page.screenshot({ path: `.astro/journey-${viewport}.png`, fullPage: true })
      throw error
    } finally {
      await visitor.leave()
    }
  },
)
