/* Shows push notifications, opens their pages, and receives content that other apps share. It fetches nothing and caches nothing else. */

/** Cache for the page that opens next: shared files and texts, or the button that was pressed on a notification. */
const CACHE = 'handed-over'
const SHARE = '/dashboard/share'

self.addEventListener('install', event => {
  self.skipWaiting()
  // Lets pages load without the worker, in browsers that support this.
  event.addRoutes?.({ condition: { requestMethod: 'GET' }, source: 'network' })?.catch(() => {})
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  const { id, title, body, link, retry } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // A notification that is received twice is shown once.
      tag: id,
      icon: '/apple-touch-icon.png',
      data: { link, retry },
      actions: retry
        ? [
            { action: 'retry', title: 'Try again' },
            { action: 'open', title: 'Open' },
          ]
        : [],
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const { link = '/dashboard/notifications', retry } = event.notification.data
  event.waitUntil(event.action === 'retry' && retry ? retryIn(link, retry) : open(link))
})

/** Lets the page retry in its session. A link alone can't do that, because only this worker and the page write to the cache. */
async function retryIn(link, postId) {
  const cache = await self.caches.open(CACHE)
  await cache.put('/handed/act', Response.json({ at: Date.now(), retry: postId }))
  const address = new URL(link, self.location.origin)
  address.searchParams.set('handed', 'act')
  await open(address.href)
}

async function open(link) {
  const address = new URL(link, self.location.origin)
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const dashboard = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!dashboard) return void (await self.clients.openWindow(address.href))
  await dashboard.focus()
  await dashboard.navigate(address.href)
}

self.addEventListener('fetch', event => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === SHARE) event.respondWith(takeShare(event.request))
})

async function takeShare(request) {
  const isSaved = await saveShare(request).then(
    () => true,
    () => false,
  )
  const address = new URL(`/dashboard/create-post?shared=${isSaved ? 'saved' : 'lost'}`, self.location.origin)
  return Response.redirect(address, 303)
}

/** Stores the files and texts until the composer takes them, even if the person must sign in first. */
async function saveShare(request) {
  const form = await request.formData()
  const files = form.getAll('media').filter(file => file instanceof File && file.size > 0)
  const cache = await self.caches.open(CACHE)
  for (const old of await cache.keys()) await cache.delete(old)
  for (const [at, file] of files.entries()) await cache.put(`/handed/file/${at}`, new Response(file))
  const texts = ['title', 'text', 'url'].map(name => String(form.get(name) ?? ''))
  const fileTypes = files.map(({ name, type }) => ({ name, type }))
  await cache.put('/handed/share', Response.json({ at: Date.now(), texts, files: fileTypes }))
}
