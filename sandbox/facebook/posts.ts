import { parseFields, project } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import type { PagePost } from '../world/entities/facebook.ts'
import { isPublic, postsOfPage } from '../world/page-posts.ts'
import { postFields } from './post-node.ts'
import { readablePage } from './sign-in/page-access.ts'

type Listing = 'feed' | 'posts' | 'published_posts' | 'scheduled_posts'

/** Lists a Page's posts, newest first. `feed` includes unpublished ones. */
export const listPosts = (listing: Listing) => (call: GraphCall) => {
  const { page, token } = readablePage(call, call.id)
  const now = call.world.now()
  const listed: Record<Listing, (post: PagePost) => boolean> = {
    feed: () => true,
    posts: post => isPublic(post, now),
    published_posts: post => isPublic(post, now),
    scheduled_posts: post => typeof post.visible === 'object' && !isPublic(post, now),
  }
  const posts = postsOfPage(call.world, page.id).filter(listed[listing])
  const fields = parseFields(call.params['fields'] ?? 'id,message,created_time')
  const nodes = postFields(call, token)
  return pageOf(posts, call.params, call.address, post => project(nodes, 'PagePost', post, fields))
}
