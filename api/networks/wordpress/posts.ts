import { createHash } from 'node:crypto'
import * as v from 'valibot'

import { type CallOptions, undefinedIf } from '#api/networks/core/network.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { NO_POST, notPublicError, TRASHED } from './errors.ts'
import { callSite, type WordPress } from './request.ts'

/** Returns a post's external id. It includes the account, because every site numbers its posts from one. */
export const externalIdOf = (accountId: string, id: number | string) => `${accountId}/${id}`
export const postIdOf = (externalId: string) => Number(externalId.slice(externalId.lastIndexOf('/') + 1))

type Access = { token: string }
type Options = Pick<CallOptions, 'now'>

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))
const Post = v.object({ id: Id, status: v.string(), link: v.fallback(v.string(), '') })
export type Post = v.InferOutput<typeof Post>

const POST_FIELDS = 'id,status,link'

/** Derives the slug that a delivery's draft has until it is published. The slugs of its files begin with it. */
export const draftKey = (deliveryId: string) =>
  `post-${BigInt(`0x${createHash('sha256').update(deliveryId).digest('hex')}`)
    .toString(36)
    .slice(0, 12)}`

/** Maximum number of listed posts to process. A site may list more than requested, and each leads to another call. */
const MAX_LISTED = 20

/** Number of slugs to try, because WordPress appends a number to a slug that is taken. */
const MAX_SLUG_VARIANTS = 5
const slugVariants = (slug: string) =>
  Array.from({ length: MAX_SLUG_VARIANTS }, (_, index) => (index === 0 ? slug : `${slug}-${index + 1}`))

/** Finds the drafts created for a delivery, oldest first. */
export async function findDrafts(
  wordpress: WordPress,
  { token }: Access,
  key: string,
  { now }: Options,
): Promise<Post[]> {
  const posts = await callSite(wordpress, {
    token,
    path: '/wp/v2/posts',
    query: {
      slug: slugVariants(key).join(','),
      status: 'any',
      context: 'edit',
      per_page: MAX_LISTED,
      orderby: 'id',
      order: 'asc',
      _fields: POST_FIELDS,
    },
    schema: v.array(Post),
    now,
  })
  return posts.filter(({ status }) => status === 'draft').slice(0, MAX_LISTED)
}

/** Creates a draft, which only the site's staff sees. */
export async function createDraft(
  wordpress: WordPress,
  { token }: Access,
  { key, title }: { key: string; title: string },
  { now }: Options,
): Promise<Post> {
  return await callSite(wordpress, {
    token,
    path: '/wp/v2/posts',
    query: { _fields: POST_FIELDS },
    json: { status: 'draft', slug: key, title },
    schema: Post,
    now,
  })
}

export type Content = {
  title: string
  content: string
  excerpt: string
  featured_media: number
  categories?: number[]
  tags: number[]
}

/**
 * Publishes a draft with its whole content. Idempotent.
 * @throws {NetworkError} `permanent` if the site doesn't show the post, for example because a plugin waits for an approval
 */
export async function publishPost(
  wordpress: WordPress,
  { token }: Access,
  { id, ...content }: Content & { id: number },
  { now }: Options,
): Promise<Post> {
  const post = await callSite(wordpress, {
    token,
    path: `/wp/v2/posts/${id}`,
    query: { _fields: POST_FIELDS },
    // With an empty slug, the site derives one from the title.
    json: { ...content, status: 'publish', slug: '' },
    schema: v.pipe(
      Post,
      v.check(post => post.id === id),
    ),
    risky: true,
    now,
  })
  if (post.status !== 'publish') throw notPublicError(post.status)
  return post
}

/** Returns a post; undefined if the site doesn't have it. */
export const readPost = (
  wordpress: WordPress,
  { token }: Access,
  id: number,
  { now }: Options,
): Promise<Post | undefined> =>
  callSite(wordpress, {
    token,
    path: `/wp/v2/posts/${id}`,
    query: { context: 'edit', _fields: POST_FIELDS },
    schema: Post,
    now,
  }).catch(undefinedIf(({ code }) => code === NO_POST))

/**
 * Moves a post to the site's bin, from which its staff can restore it.
 * @throws {NetworkError} also if the post doesn't exist, or the site has no bin
 */
export async function removePost(
  wordpress: WordPress,
  { token }: Access,
  id: number,
  { now }: Options,
): Promise<void> {
  const path = `/wp/v2/posts/${id}`
  await callSite(wordpress, { token, path, method: 'DELETE', schema: v.unknown(), now })
}

const MediaFile = v.object({ id: Id, slug: v.string(), source_url: v.pipe(v.string(), v.maxLength(2000)) })
export type MediaFile = v.InferOutput<typeof MediaFile>
const MEDIA_FIELDS = 'id,slug,source_url'

/** Lists the files that were added to a delivery's draft, oldest first. */
export async function findFiles(
  wordpress: WordPress,
  { token }: Access,
  { postId, key }: { postId: number; key: string },
  { now }: Options,
): Promise<MediaFile[]> {
  const files = await callSite(wordpress, {
    token,
    path: '/wp/v2/media',
    query: {
      parent: postId,
      context: 'edit',
      per_page: MAX_LISTED,
      orderby: 'id',
      order: 'asc',
      _fields: MEDIA_FIELDS,
    },
    schema: v.array(MediaFile),
    now,
  })
  return files.filter(({ slug }) => slug.startsWith(`${key}-`)).slice(0, MAX_LISTED)
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}
const UPLOAD_TIMEOUT_MS = 60_000

/** Adds a picture to the site's library. */
export async function uploadFile(
  wordpress: WordPress,
  { token }: Access,
  { postId, slug, body, altText }: { postId: number; slug: string; body: Blob; altText: string },
  { now }: Options,
): Promise<MediaFile> {
  const form = new FormData()
  form.set('post', String(postId))
  form.set('slug', slug)
  form.set('alt_text', altText)
  form.set('file', new File([body], `${slug}.${EXTENSIONS[body.type] ?? 'jpg'}`, { type: body.type }))
  return await callSite(wordpress, {
    token,
    path: '/wp/v2/media',
    query: { _fields: MEDIA_FIELDS },
    form,
    schema: MediaFile,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    now,
  })
}

/** Deletes a draft or a file, bypassing the bin. Succeeds if it is already gone. */
export async function deletePermanently(
  wordpress: WordPress,
  { token }: Access,
  path: `/wp/v2/${'posts' | 'media'}/${number}`,
  { now }: Options,
): Promise<void> {
  const query = { force: 'true', _fields: 'deleted' }
  await callSite(wordpress, { token, path, method: 'DELETE', query, schema: v.unknown(), now }).catch(
    undefinedIf(({ code }) => code === NO_POST || code === TRASHED),
  )
}

const MAX_LINK = 2000

/** Returns the link if it is a valid http(s) URL, because a site may send anything. */
export const safeLink = (link: string): string | undefined =>
  link.length <= MAX_LINK && /^https?:$/.test(parseUrl(link)?.protocol ?? '') ? link : undefined
