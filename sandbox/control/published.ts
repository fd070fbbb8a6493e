import { storyUrl } from '../facebook/stories.ts'
import { mediaPermalink } from '../instagram/media-node.ts'
import { commentsOn } from '../world/comments.ts'
import type { PagePost, PageStory } from '../world/entities/facebook.ts'
import type { LocalPost } from '../world/entities/google.ts'
import type { Container, InstagramMedia } from '../world/entities/instagram.ts'
import { localPostName, localPostState, locationName } from '../world/google-business.ts'
import { childrenOf } from '../world/instagram-media.ts'
import { isPublic, publicSince } from '../world/page-posts.ts'
import { isShown } from '../world/page-stories.ts'
import type { World } from '../world/world.ts'
import { NETWORK_CONTROLS } from './network-controls.ts'
import { type PublishedPost, type MediaSource, describeMedia } from './shown-post.ts'

/** Lists the posts that are public now on every network, newest first. */
export function listPublished(world: World, origin: string): PublishedPost[] {
  const posts = [...world.pagePosts.values()].filter(post => isPublic(post, world.now()))
  const media = [...world.instagramMedia.values()].filter(({ parentId }) => !parentId)
  const rows = [
    ...posts.map(post => publishedPost(world, origin, post)),
    ...[...world.pageStories.values()].flatMap(story => publishedStory(world, origin, story)),
    ...media.flatMap(one => publishedMedia(world, origin, one)),
    ...[...world.business.localPosts.values()].flatMap(post => publishedLocalPost(world, origin, post)),
    ...NETWORK_CONTROLS.flatMap(part => part.listPublished(world, origin)),
  ]
  return rows.toReversed().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

function publishedPost(world: World, origin: string, post: PagePost): PublishedPost {
  const photos = post.photoIds.flatMap(id => world.photos.get(id) ?? [])
  const video = world.videos.get(post.videoId ?? '')
  const shown: MediaSource[] = photos.map(photo => ({ ...photo, type: 'image' }))
  if (video) shown.push({ type: 'video', id: video.id, file: video.file, altText: null, size: null })
  return {
    network: 'facebook',
    account: post.pageId,
    accountName: world.pages.get(post.pageId)?.name ?? '',
    message: post.message,
    media: shown.map(one => describeMedia(world, origin, one)),
    createdAt: publicSince(post) ?? post.createdAt,
    id: post.id,
    permalink: `${origin}/facebook/${post.pageId}/posts/${post.id}`,
    ...(post.link && { link: post.link }),
    likes: post.likes,
    comments: post.comments,
    ownComments: ownComments(world, post.id, post.pageId),
  }
}

/** Returns a story, even after it has expired. */
function publishedStory(world: World, origin: string, story: PageStory): PublishedPost[] {
  if (!isShown(world, story)) return []
  const { mediaId } = story
  const photo = world.photos.get(mediaId)
  const video = world.videos.get(mediaId)
  const shown: MediaSource | undefined =
    (photo && { ...photo, type: 'image' }) ??
    (video && { type: 'video', id: video.id, file: video.file, altText: null, size: null })
  return [
    {
      network: 'facebook',
      account: story.pageId,
      accountName: world.pages.get(story.pageId)?.name ?? '',
      isStory: true,
      message: '',
      media: shown ? [describeMedia(world, origin, shown)] : [],
      createdAt: story.createdAt,
      id: story.id,
      permalink: storyUrl(origin, story),
      likes: 0,
      comments: 0,
      ownComments: [],
    },
  ]
}

function publishedMedia(world: World, origin: string, media: InstagramMedia): PublishedPost[] {
  const container = world.containers.get(media.containerId)
  if (!container) return []
  const shown = container.kind === 'carousel' ? childrenOf(world, container) : [container]
  return [
    {
      network: 'instagram',
      account: media.accountId,
      accountName: world.instagramAccounts.get(media.accountId)?.username ?? '',
      ...(container.kind === 'story' && { isStory: true as const }),
      ...(container.place !== undefined && { place: container.place }),
      ...(container.collaborators?.length && { collaborators: container.collaborators }),
      message: container.caption,
      media: shown.map(one => describeMedia(world, origin, shownContainer(one))),
      createdAt: media.createdAt,
      id: media.id,
      permalink: mediaPermalink(origin, media, container),
      likes: media.likes,
      comments: media.comments,
      ownComments: ownComments(world, media.id, media.accountId),
    },
  ]
}

/** Returns the post once it has passed Google's check. Omits Google's repetitions, because nobody sent them. */
function publishedLocalPost(world: World, origin: string, post: LocalPost): PublishedPost[] {
  const location = world.business.locations.get(post.locationId)
  if (!location || !['LIVE', 'RECURRING'].includes(localPostState(world, post))) return []
  return [
    {
      network: 'google',
      account: locationName(location),
      accountName: location.title,
      message: post.summary,
      media: post.photos.map(photo =>
        describeMedia(world, origin, { ...photo, type: 'image', altText: null }),
      ),
      createdAt: post.createdAt,
      id: localPostName(post),
      permalink: `${origin}/google/posts/${post.id}`,
      ...(post.event && { event: post.event }),
      ...(post.offer && { offer: post.offer }),
      ...(post.callToAction && { callToAction: post.callToAction }),
      likes: 0,
      comments: 0,
      ownComments: [],
    },
  ]
}

const shownContainer = ({
  id,
  isVideo,
  mediaId,
  file,
  altText,
  size,
  userTags,
  coverMs,
  cover,
}: Container): MediaSource => ({
  type: isVideo ? 'video' : 'image',
  id: mediaId ?? id,
  file,
  altText,
  size,
  userTags,
  coverMs,
  cover,
})

const ownComments = (world: World, objectId: string, authorId: string): string[] =>
  commentsOn(world, objectId).flatMap(comment => (comment.authorId === authorId ? comment.message : []))
