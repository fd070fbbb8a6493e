import type { PageStory } from './entities/facebook.ts'
import { ids } from './ids.ts'
import { DAY } from './tokens.ts'
import { videoStatus } from './videos.ts'
import type { World } from './world.ts'

export function addStory(world: World, about: Omit<PageStory, 'id' | 'createdAt'>): PageStory {
  const story: PageStory = { id: ids.object(), createdAt: world.now(), ...about }
  world.pageStories.set(story.id, story)
  return story
}

/** Lists a Page's stories that have been processed, newest first. */
export const storiesOfPage = (world: World, pageId: string): PageStory[] =>
  [...world.pageStories.values()]
    .filter(story => story.pageId === pageId && isShown(world, story))
    .toReversed()

/** A video is shown once it is processed. */
export function isShown(world: World, { mediaId, mediaType }: PageStory): boolean {
  if (mediaType === 'photo') return true
  const video = world.videos.get(mediaId)
  return video !== undefined && videoStatus(video, world.now()) === 'ready'
}

/** A story vanishes after a day. */
export const isLive = (world: World, { createdAt }: PageStory) =>
  world.now().getTime() - createdAt.getTime() < DAY
