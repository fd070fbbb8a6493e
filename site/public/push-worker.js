/* Shows what the server pushes, leads to it, and takes what other apps share. It caches nothing else and fetches nothing. */

/** What a page takes up once it is open: shared files and words, or a button that was pressed on a notification. */
const HANDED_OVER = 'handed-over'
const SHARE = '/dashboard/share'

self.addEventListener('install', event => {
  self.skipWaiting()
  // Pages load as if there were no worker, where browsers can be told so.
  event.addRoutes?.({ condition: { requestMethod: 'GET' }, source: 'network' })?.catch(() => {})
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  const { id, title, body, link, retry } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // The same notification that comes twice is shown once.
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

/** The page retries within its session. A link alone can't make it, since only this worker and the page write to the cache. */
async function retryIn(link, postId) {
  const cache = await self.caches.open(HANDED_OVER)
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
  const kept = await keepShare(request).then(
    () => true,
    () => false,
  )
  const address = new URL(`/dashboard/create-post?shared=${kept ? 'kept' : 'lost'}`, self.location.origin)
  return Response.redirect(address, 303)
}

/** Keeps the files and words until the composer takes them, even if somebody has to sign in first. */
async function keepShare(request) {
  const form = await request.formData()
  const files = form.getAll('media').filter(file => file instanceof File && file.size > 0)
  const cache = await self.caches.open(HANDED_OVER)
  for (const old of await cache.keys()) await cache.delete(old)
  for (const [at, file] of files.entries()) await cache.put(`/handed/file/${at}`, new Response(file))
  const words = ['title', 'text', 'url'].map(name => String(form.get(name) ?? ''))
  const names = files.map(({ name, type }) => ({ name, type }))
  await cache.put('/handed/share', Response.json({ at: Date.now(), words, names }))
}
