import { filesOf, ownReplies, recordOf, shownAt } from '../bluesky/posts.ts'
import { storyUrl } from '../facebook/stories.ts'
import type { StoredFile } from '../files/file-store.ts'
import type { PictureSize } from '../files/picture.ts'
import { mediaPermalink } from '../instagram/media-node.ts'
import { filesOf as filesOfArticle } from '../wordpress/methods.ts'
import { permalink } from '../wordpress/sites.ts'
import { commentsOn } from '../world/comments.ts'
import type { BlueskyPost } from '../world/entities/bluesky.ts'
import type { PagePost, PageStory } from '../world/entities/facebook.ts'
import type { LocalPost, LocalPostEvent } from '../world/entities/google.ts'
import type { Container, InstagramMedia } from '../world/entities/instagram.ts'
import type { NetworkName } from '../world/entities/people.ts'
import type { WordPressEntry, WordPressSite } from '../world/entities/wordpress.ts'
import { localPostName, localPostState, locationName } from '../world/google-business.ts'
import { childrenOf } from '../world/instagram-media.ts'
import { isPublic, publicSince } from '../world/page-posts.ts'
import { isShown } from '../world/page-stories.ts'
import type { World } from '../world/world.ts'

export interface PublishedMedia {
  type: 'image' | 'video'
  id: string
  bytes: number
  altText?: string
  width?: number
  height?: number
  /** Instagram: the people on the picture, and the moment of a video's cover. */
  userTags?: string[]
  coverMs?: number
  /** URL of the picture that is a video's cover. */
  coverUrl?: string
  /** URL of the file. Absent if the file is too large to store. */
  url?: string
}

export interface Published {
  network: NetworkName
  account: string
  accountName: string
  /** True for a post that vanishes after a day. */
  isStory?: true
  /** Instagram: the accounts that are asked to show the post as theirs. */
  collaborators?: string[]
  /** Instagram. */
  place?: string
  /** Articles. */
  title?: string
  message: string
  media: PublishedMedia[]
  createdAt: Date
  id: string
  permalink: string
  link?: string
  /** Google. */
  event?: LocalPostEvent
  offer?: Record<string, string>
  callToAction?: Record<string, string>
  likes: number
  comments: number
  /** The account's own comments, oldest first. */
  ownComments: string[]
}

/** Lists the posts that are public now on every network, newest first. */
export function listPublished(world: World, origin: string): Published[] {
  const posts = [...world.pagePosts.values()].filter(post => isPublic(post, world.now()))
  const media = [...world.instagramMedia.values()].filter(({ parentId }) => !parentId)
  const rows = [
    ...posts.map(post => publishedPost(world, origin, post)),
    ...[...world.pageStories.values()].flatMap(story => publishedStory(world, origin, story)),
    ...media.flatMap(one => publishedMedia(world, origin, one)),
    ...[...world.business.localPosts.values()].flatMap(post => publishedLocalPost(world, origin, post)),
    ...[...world.bluesky.posts.values()].flatMap(post => publishedRecord(world, origin, post)),
    ...[...world.wordpress.values()].flatMap(site => articlesOf(world, origin, site)),
  ]
  return rows.toReversed().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

interface Shown {
  type: PublishedMedia['type']
  id: string
  file: StoredFile | null
  altText: string | null
  size: PictureSize | null
  userTags?: string[] | undefined
  coverMs?: number | undefined
  cover?: StoredFile | undefined
}

const shownMedia = (
  { files }: World,
  origin: string,
  { type, id, file, altText, size, userTags = [], coverMs, cover }: Shown,
): PublishedMedia => ({
  type,
  id,
  bytes: file?.bytes ?? 0,
  ...(altText && { altText }),
  ...(userTags.length > 0 && { userTags }),
  ...(coverMs !== undefined && { coverMs }),
  ...(cover && { coverUrl: `${origin}/files/${cover.id}` }),
  ...size,
  ...(file && files.has(file) && { url: `${origin}/files/${file.id}` }),
})

function publishedPost(world: World, origin: string, post: PagePost): Published {
  const photos = post.photoIds.flatMap(id => world.photos.get(id) ?? [])
  const video = world.videos.get(post.videoId ?? '')
  const shown: Shown[] = photos.map(photo => ({ ...photo, type: 'image' }))
  if (video) shown.push({ type: 'video', id: video.id, file: video.file, altText: null, size: null })
  return {
    network: 'facebook',
    account: post.pageId,
    accountName: world.pages.get(post.pageId)?.name ?? '',
    message: post.message,
    media: shown.map(one => shownMedia(world, origin, one)),
    createdAt: publicSince(post) ?? post.createdAt,
    id: post.id,
    permalink: `${origin}/facebook/${post.pageId}/posts/${post.id}`,
    ...(post.link && { link: post.link }),
    likes: post.likes,
    comments: post.comments,
    ownComments: ownComments(world, post.id, post.pageId),
  }
}

/** Returns a story, also after the day on which people see it. */
function publishedStory(world: World, origin: string, story: PageStory): Published[] {
  if (!isShown(world, story)) return []
  const { mediaId } = story
  const photo = world.photos.get(mediaId)
  const video = world.videos.get(mediaId)
  const shown: Shown | undefined =
    (photo && { ...photo, type: 'image' }) ??
    (video && { type: 'video', id: video.id, file: video.file, altText: null, size: null })
  return [
    {
      network: 'facebook',
      account: story.pageId,
      accountName: world.pages.get(story.pageId)?.name ?? '',
      isStory: true,
      message: '',
      media: shown ? [shownMedia(world, origin, shown)] : [],
      createdAt: story.createdAt,
      id: story.id,
      permalink: storyUrl(origin, story),
      likes: 0,
      comments: 0,
      ownComments: [],
    },
  ]
}

function publishedMedia(world: World, origin: string, media: InstagramMedia): Published[] {
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
      media: shown.map(one => shownMedia(world, origin, shownContainer(one))),
      createdAt: media.createdAt,
      id: media.id,
      permalink: mediaPermalink(origin, media, container),
      likes: media.likes,
      comments: media.comments,
      ownComments: ownComments(world, media.id, media.accountId),
    },
  ]
}

/** Returns the post if Google's check has passed, which makes it public. */
function publishedLocalPost(world: World, origin: string, post: LocalPost): Published[] {
  const location = world.business.locations.get(post.locationId)
  if (!location || localPostState(world, post) !== 'LIVE') return []
  return [
    {
      network: 'google',
      account: locationName(location),
      accountName: location.title,
      message: post.summary,
      media: post.photos.map(photo => shownMedia(world, origin, { ...photo, type: 'image', altText: null })),
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

/** Returns a post of Bluesky. Replies are shown with the post that they reply to. */
function publishedRecord(world: World, origin: string, post: BlueskyPost): Published[] {
  const { text, reply, embed } = recordOf(post)
  if (reply) return []
  const media = filesOf(world, post).map(({ blob, alt }) =>
    shownMedia(world, origin, {
      type: blob.type.startsWith('video/') ? 'video' : 'image',
      id: blob.cid,
      file: blob.file,
      altText: alt,
      size: blob.size,
    }),
  )
  return [
    {
      network: 'bluesky',
      account: post.did,
      accountName: world.bluesky.accounts.get(post.did)?.handle ?? '',
      message: text,
      media,
      createdAt: new Date(shownAt(post)),
      id: post.uri,
      permalink: `${origin}/bluesky/profile/${post.did}/post/${post.key}`,
      ...(embed?.external && { link: embed.external.uri }),
      likes: post.likes,
      comments: post.comments,
      ownComments: ownReplies(world, post),
    },
  ]
}

const articlesOf = (world: World, origin: string, site: WordPressSite): Published[] =>
  [...site.entries.values()].flatMap(entry =>
    entry.type === 'post' && entry.status === 'publish' ? publishedArticle(world, origin, site, entry) : [],
  )

function publishedArticle(
  world: World,
  origin: string,
  site: WordPressSite,
  entry: WordPressEntry,
): Published {
  const media = filesOfArticle(site, entry).map(({ id, file, altText, size }) =>
    shownMedia(world, origin, { type: 'image', id: String(id), file, altText, size }),
  )
  return {
    network: 'wordpress',
    account: site.slug,
    accountName: site.name,
    title: decoded(entry.title),
    message: decoded(
      entry.content
        .replaceAll(/<figure[^]*?<\/figure>/g, '')
        .replaceAll(/<!--[^]*?-->\n?/g, '')
        .replaceAll('<br>', '\n')
        .replaceAll(/<[^>]*>/g, ''),
    ).trim(),
    media,
    createdAt: entry.date,
    id: String(entry.id),
    permalink: permalink(origin, site, entry),
    likes: 0,
    comments: 0,
    ownComments: [],
  }
}

export const decoded = (text: string) =>
  text
    .replaceAll(/&#0*(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

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
}: Container): Shown => ({
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
