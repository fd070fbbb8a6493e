import { afterEach, beforeEach } from 'bun:test'
import { keepMount } from 'nanostores'

import { publishingApp } from '#api/test/publishing.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $positions } from '#site/dashboard/composer/media/network-media.ts'
import { $sending, $unsent } from '#site/dashboard/composer/send/send.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { serveSite } from './browser.ts'
import { serveUploads } from './uploads.ts'

/** Creates an author with both networks connected, and the api's view of their posts. */
export async function postsApp(options: Parameters<typeof publishingApp>[0] = {}) {
  const app = await publishingApp(options)
  const postsSaying = async (text: string) => {
    const response = await app.author.call('posts?limit=100')
    const { data } = (await response.json()) as { data: Post[] }
    return data.filter(({ deliveries }) => deliveries.some(({ message }) => message === text))
  }
  return { ...app, postsSaying }
}
export type PostsApp = Awaited<ReturnType<typeof postsApp>>

/** Signs the author in and loads the dashboard's stores. */
export async function openPosts(app: PostsApp) {
  const request = (url: string, init?: RequestInit) => app.app.request(url, init)
  const undo = serveSite({ app: { request } })
  const uploads = serveUploads(request)
  signIn(app.author.token)
  for (const $store of [$domains, $selectedDomain, $enabled, $positions, $sending, $unsent]) keepMount($store)
  await $domains.reload()
  await Promise.all(NETWORK_IDS.map(network => $accounts[network].reload()))
  return {
    uploads,
    reloadDomains: $domains.reload,
    close() {
      uploads.undo()
      undo()
      $toasts.set([])
      signOut()
    },
  }
}

/**
 * Signs in a new author before each test of a file. Both results are empty until then. `close` runs before the author is signed
 * out.
 */
export function openPostsEach({ open, close }: { open?: (app: PostsApp) => unknown; close?: () => void }) {
  const app = {} as PostsApp
  const site = {} as Awaited<ReturnType<typeof openPosts>>
  beforeEach(async () => {
    Object.assign(app, await postsApp())
    Object.assign(site, await openPosts(app))
    await open?.(app)
  })
  afterEach(() => {
    close?.()
    site.close()
  })
  return { app, site }
}

export const shownToasts = () => $toasts.get().map(({ type, title, message }) => ({ type, title, message }))
