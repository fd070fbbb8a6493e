import { Hono } from 'hono'
import { html } from 'hono/html'
import { readFileSync } from 'node:fs'

import { listPublished } from '../control/published.ts'
import { pictureFormat } from '../files/picture.ts'
import type { SandboxContext, SandboxEnv } from '../requests/response.ts'
import { locationName } from '../world/google-business.ts'
import type { World } from '../world/world.ts'
import { initialPicture, videoPicture } from './drawn-pictures.ts'
import { feedsPage, postPage } from './feeds.ts'
import { mailPage } from './mail-pages.ts'
import { page } from './page.ts'

const asset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const CSS = asset('sandbox.css')
const LIVE = asset('live.js')

const FONTS: Record<string, string> = {
  figtree: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  grotesk: '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
}

const GONE = html`<main class="single">
  <section class="empty">
    <h1>This is not here any more</h1>
    <p>It was deleted, or the sandbox has been started anew. <a href="/">See what is published</a>.</p>
  </section>
</main>`

/** Serves the pages that people look at: feeds, mail and the files in them. */
export function pageRoutes(world: World, originOf: (c: SandboxContext) => string) {
  const single = (c: SandboxContext, isIt: (id: string, permalink: string) => boolean) => {
    const found = listPublished(world, originOf(c)).find(({ id, permalink }) => isIt(id, permalink))
    return found ? c.html(postPage(found)) : c.html(page('Not here', GONE), 404)
  }
  return new Hono<SandboxEnv>()
    .get('/', c => c.html(feedsPage(listPublished(world, originOf(c)))))
    .get('/mail', c => c.html(mailPage(world.mails.toReversed(), undefined)))
    .get('/mail/:id', c => {
      const open = world.mails.find(({ id }) => id === c.req.param('id'))
      return open ? c.html(mailPage(world.mails.toReversed(), open)) : c.redirect('/mail')
    })
    .get('/facebook/:page/posts/:id', c => single(c, id => id === c.req.param('id')))
    .get('/facebook/:page/videos/:id', c => {
      const postId = world.videos.get(c.req.param('id'))?.postId
      return single(c, id => id === postId)
    })
    .get('/facebook/:page/photos/:id', c => {
      const photo = world.photos.get(c.req.param('id'))
      return photo ? c.redirect(`/files/${photo.file.id}`) : c.html(page('Not here', GONE), 404)
    })
    .get('/facebook/stories/:page/:id', c => single(c, id => id === c.req.param('id')))
    .get('/instagram/:kind{p|reel|stories}/:shortcode/', c =>
      single(c, (_, permalink) => permalink.endsWith(`/${c.req.param('shortcode')}/`)),
    )
    .get('/google/posts/:id', c =>
      single(c, (_, permalink) => permalink.endsWith(`/google/posts/${c.req.param('id')}`)),
    )
    .get('/bluesky/profile/:did', c => c.redirect(`/#account-${c.req.param('did')}`))
    .get('/bluesky/profile/:did/post/:key', c =>
      single(c, (_, permalink) => permalink.endsWith(`/${c.req.param('did')}/post/${c.req.param('key')}`)),
    )
    .get('/google/maps/:id', c => {
      const location = world.business.locations.get(c.req.param('id'))
      return location
        ? c.redirect(`/#account-${locationName(location)}`)
        : c.html(page('Not here', GONE), 404)
    })
    .get('/files/:id', c => serveFile(c, world))
    .get('/pictures/video.svg', c => c.body(videoPicture, 200, { 'content-type': 'image/svg+xml' }))
    .get('/pictures/:name', c => {
      const name = c.req.param('name').replace(/\.svg$/, '')
      return c.body(initialPicture(name), 200, { 'content-type': 'image/svg+xml' })
    })
    .get('/assets/sandbox.css', c => c.body(CSS, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/assets/:name{figtree|grotesk}', c => {
      const font = readFileSync(new URL(import.meta.resolve(FONTS[c.req.param('name')] ?? '')))
      return c.body(new Uint8Array(font), 200, {
        'content-type': 'font/woff2',
        'cache-control': 'max-age=86400',
      })
    })
    .get('/assets/live.js', c => c.body(LIVE, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
}

function serveFile(c: SandboxContext, world: World) {
  const file = world.shownFiles.get(c.req.param('id') ?? '')
  const bytes = file && world.files.read(file)
  if (!file || !bytes) return c.text('This file isn’t stored.', 404)
  const picture = pictureFormat(file.head)
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': picture ? `image/${picture}` : 'video/mp4',
    'cache-control': 'max-age=3600',
    'x-content-type-options': 'nosniff',
  })
}
