import { expect, test } from 'bun:test'

import { addBusiness } from './journey/business.ts'
import { rewriteAndCancel } from './journey/change-post.ts'
import { ALT_TEXTS, chooseTime, send, writePost } from './journey/composer.ts'
import { seePost, watchPost } from './journey/posts.ts'
import { signUp } from './journey/sign-up.ts'
import { connectNetworks } from './journey/social-hub.ts'
import { openStage } from './stage.ts'
import { devices } from './visitor.ts'

const stage = openStage()

test.each(devices('phone'))(
  'on a %s in the %s, somebody signs up, connects both networks, posts two pictures and sees them go out once',
  async (viewport, colorScheme) => {
    const [now, later] = [`Open on Saturdays, says the ${viewport}`, `Closed at Easter, says the ${viewport}`]
    await stage.visit('journey', { viewport, colorScheme }, async visitor => {
      await signUp(visitor, stage.world, stage.url, `pat-on-${viewport}@example.com`)
      await addBusiness(visitor, 'Pat’s Plumbing')
      await connectNetworks(visitor)

      await writePost(visitor, later)
      await chooseTime(visitor)
      await send(visitor, 'Schedule Post')
      await seePost(visitor, later, 'Scheduled')
      await rewriteAndCancel(visitor, later)

      await writePost(visitor, now)
      await stage.world.takeTime(6000)
      await send(visitor, 'Post Now')
      await watchPost(visitor, now)
      await seePost(visitor, now, 'Published')

      const published = await stage.world.publishedWith(now)
      expect(published.map(({ network }) => network).toSorted()).toEqual(['facebook', 'instagram'])
      for (const { media } of published) expect(media.map(({ altText }) => altText)).toEqual(ALT_TEXTS)
      expect(await stage.world.publishedWith(later)).toEqual([])
      expect(visitor.faults).toEqual([])
    })
  },
)
