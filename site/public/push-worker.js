/* Shows what the server pushes, and leads to it. It fetches nothing and keeps nothing. */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  const { id, title, body, link } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // The same notification that comes twice is shown once.
      tag: id,
      icon: '/apple-touch-icon.png',
      data: { link },
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.link || '/dashboard/notifications'))
})

async function open(link) {
  const address = new URL(link, self.location.origin)
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const dashboard = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!dashboard) return void (await self.clients.openWindow(address.href))
  await dashboard.focus()
  await dashboard.navigate(address.href)
}
