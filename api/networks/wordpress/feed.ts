import * as v from 'valibot'

import type { FeedPost, RemovableFeed } from '#api/networks/core/feed.ts'
import { type CallOptions, undefinedIf } from '#api/networks/core/network.ts'
import { plainText } from './plain-text.ts'
import { postIdOf, externalIdOf, removePost, safeLink } from './posts.ts'
import { callSite, type WordPress } from './request.ts'

const text = v.optional(v.string(), '')
/** A text as the site shows it and, for its staff, as it was written. */
const Rendered = v.optional(v.object({ rendered: text, raw: v.optional(v.string()) }), { rendered: '' })
const Media = v.object({ source_url: v.string(), alt_text: text, media_type: text })
const Post = v.object({
  id: v.number(),
  date_gmt: v.optional(v.nullable(v.string())),
  link: v.fallback(v.string(), ''),
  title: Rendered,
  content: Rendered,
  _embedded: v.optional(v.object({ 'wp:featuredmedia': v.optional(v.array(v.unknown()), []) })),
})

/** Maximum characters of HTML to read of a post: six times the longest text, because a character may be an entity. */
export const MAX_HTML = 300_000
const MAX_TITLE_HTML = 5000

type SitePost = {
  id: number
  title: string
  text: string
  createdAt: string
  link?: string
  picture?: { url: string; altText: string }
}
/**
 * Reads a page of a site's posts, newest first. Reads them in the context of staff, because WordPress doesn't check the password
 * of a public call, and so wouldn't notice a revoked one.
 * @param options.asWritten returns the texts before the site and its plugins format them, such as with other quotation marks
 */
export async function readPublishedPosts(
  wordpress: WordPress,
  { token }: { token: string },
  { page, limit, asWritten = false }: { page: number; limit: number; asWritten?: boolean },
  { now }: Pick<CallOptions, 'now'>,
): Promise<{ posts: SitePost[]; hasMore: boolean }> {
  const read = callSite(wordpress, {
    token,
    path: '/wp/v2/posts',
    query: {
      status: 'publish',
      context: 'edit',
      page,
      per_page: limit,
      _embed: 'wp:featuredmedia',
      _fields: 'id,date_gmt,link,title,content,_links,_embedded',
    },
    schema: v.array(Post),
    now,
  })
  const posts = (await read.catch(undefinedIf(({ code }) => code === AFTER_LAST_PAGE))) ?? []
  // A site may send more than we asked for.
  const sitePosts = posts.slice(0, limit).map(post => toSitePost(post, { asWritten, now: now() }))
  return { posts: sitePosts, hasMore: posts.length >= limit }
}

const AFTER_LAST_PAGE = 'wordpress/rest_post_invalid_page_number'

function toSitePost(
  { id, title, content, ...post }: v.InferOutput<typeof Post>,
  { asWritten, now }: { asWritten: boolean; now: Date },
): SitePost {
  const htmlOf = ({ rendered, raw }: v.InferOutput<typeof Rendered>) =>
    asWritten ? (raw ?? rendered) : rendered
  const at = Date.parse(`${post.date_gmt ?? ''}Z`)
  const link = safeLink(post.link)
  const featured = post._embedded?.['wp:featuredmedia'][0]
  const url = v.is(Media, featured) ? safeLink(featured.source_url) : undefined
  return {
    id,
    title: plainText(htmlOf(title), MAX_TITLE_HTML),
    text: plainText(htmlOf(content), MAX_HTML),
    createdAt: new Date(Number.isFinite(at) ? Math.min(at, +now) : +now).toISOString(),
    ...(link && { link }),
    ...(url && v.is(Media, featured) && { picture: { url, altText: featured.alt_text ?? '' } }),
  }
}

/** Reads a site's articles, and moves them to its bin. */
export const wordpressFeed = (wordpress: WordPress, now: () => Date): RemovableFeed => ({
  async list(access, { after, limit }) {
    const page = after && /^\d{1,6}$/.test(after) ? Number(after) : 1
    const { posts, hasMore } = await readPublishedPosts(wordpress, access, { page, limit }, { now })
    return {
      posts: posts.map(post => toFeedPost(access.accountId, post)),
      next: hasMore ? String(page + 1) : null,
    }
  },
  idFrom: (site, part) => (/^[1-9]\d{0,14}$/.test(part) ? externalIdOf(site, part) : undefined),
  removedMessage: 'Post moved to the bin of your website.',
  remove: (access, externalId) => removePost(wordpress, access, postIdOf(externalId), { now }),
})

const toFeedPost = (
  accountId: string,
  { id, title, text, createdAt, link, picture }: SitePost,
): FeedPost => ({
  id: externalIdOf(accountId, id),
  message: [title, text].filter(Boolean).join('\n\n'),
  createdAt,
  ...(picture && { picture: picture.url }),
  ...(link && { permalink: link }),
  likes: null,
  comments: null,
  media: picture ? [{ kind: 'image', ...picture }] : [],
  canEdit: false,
})
