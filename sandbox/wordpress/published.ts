import { decodeEntities, type PublishedPost, describeMedia } from '../control/shown-post.ts'
import type { WordPressEntry, WordPressSite } from '../world/entities/wordpress.ts'
import type { World } from '../world/world.ts'
import { filesOf } from './methods.ts'
import { permalink } from './sites.ts'

export type Article = PublishedPost & { html: string }

/** Returns a site's public posts, oldest first. */
export const articlesOf = (world: World, origin: string, site: WordPressSite): Article[] =>
  [...site.entries.values()].flatMap(entry =>
    entry.type === 'post' && entry.status === 'publish' ? publishedArticle(world, origin, site, entry) : [],
  )

function publishedArticle(world: World, origin: string, site: WordPressSite, entry: WordPressEntry): Article {
  const media = filesOf(site, entry).map(({ id, file, altText, size }) =>
    describeMedia(world, origin, { type: 'image', id: String(id), file, altText, size }),
  )
  const html = entry.content.replaceAll(/<figure[^]*?<\/figure>/g, '').replaceAll(/<!--[^]*?-->\n?/g, '')
  return {
    network: 'wordpress',
    account: site.slug,
    accountName: site.name,
    title: decodeEntities(entry.title),
    message: decodeEntities(
      html
        .replaceAll('<br>', '\n')
        .replaceAll(/\n?<(ul|ol)/g, '\n<$1')
        .replaceAll('<li>', '• ')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\n{2,}(?=• )/g, '\n'),
    ).trim(),
    html,
    media,
    createdAt: entry.date,
    id: String(entry.id),
    on: `${site.slug}/${entry.id}`,
    permalink: permalink(origin, site, entry),
    likes: 0,
    comments: 0,
    ownComments: [],
  }
}
