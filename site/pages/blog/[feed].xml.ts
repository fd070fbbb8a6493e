import rss from '@astrojs/rss'
import type { APIRoute, GetStaticPaths } from 'astro'

import { lists, pageOfPost } from '#site/sections/content-pages.ts'
import { named, posts } from '#site/sections/content.ts'

/** No feed if there are no posts. */
export const getStaticPaths = (() =>
  posts.length > 0 ? [{ params: { feed: 'rss' } }] : []) satisfies GetStaticPaths

export const GET: APIRoute = ({ site }) =>
  rss({
    title: lists.posts.title,
    description: lists.posts.description,
    site: new URL('/', site),
    trailingSlash: false,
    customData: '<language>en-au</language>',
    items: posts.map(post => ({
      title: named(post.data.title, post.data),
      description: post.data.summary,
      link: pageOfPost(post).path,
      pubDate: post.data.published,
      categories: [post.data.category],
    })),
  })
