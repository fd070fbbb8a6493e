import { afterEach, beforeEach } from 'bun:test'
import { keepMount } from 'nanostores'

import { publishingApp } from '#api/test/publishing.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $positions } from '#site/dashboard/composer/media/media.ts'
import { $sending, $unsent } from '#site/dashboard/composer/send/sending.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { serveSite } from './browser.ts'

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

/** Presses the button of the latest toast, and waits for the toast with this message. */
export async function pressToast(until: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = $toasts.listen(toasts => {
    if (toasts.at(-1)?.message === until) resolve()
  })
  $toasts.get().at(-1)?.action?.run()
  await promise
  stop()
}

type Serve = (url: string, init?: RequestInit) => Response | Promise<Response>

/** XMLHttpRequest for stores that run outside a browser: sends to an app, half of the bytes at a time. */
function serveUploads(serve: Serve) {
  let isResponseLost = false
  let nextResponse: Response | undefined
  let sent = 0
  let held: Promise<void> | undefined

  class Upload {
    upload: { onprogress?: (event: object) => void } = {}
    status = 0
    responseText = ''
    withCredentials = false
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    #url = ''
    #headers = new Headers()
    #aborted = false

    open(_method: string, url: string) {
      this.#url = url
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }

    abort() {
      this.#aborted = true
      this.onabort?.()
    }

    send(body: FormData) {
      sent += 1
      void this.#transmit(body)
    }

    async #transmit(body: FormData) {
      await Promise.resolve()
      for (const loaded of [1, 2]) {
        if (!this.#aborted) this.upload.onprogress?.({ lengthComputable: true, loaded, total: 2 })
      }
      if (this.#aborted) return
      const replacement = nextResponse
      nextResponse = undefined
      const response =
        replacement ??
        (await serve(`http://currawong.test${this.#url}`, {
          method: 'POST',
          headers: this.#headers,
          body,
        }))
      this.status = response.status
      this.responseText = await response.text()
      await held
      const isLost = isResponseLost
      isResponseLost = false
      if (isLost) this.onerror?.()
      else this.onload?.()
    }
  }

  const real = globalThis.XMLHttpRequest
  globalThis.XMLHttpRequest = Upload as never
  return {
    loseNextResponse: () => void (isResponseLost = true),
    /** Responds to the next upload in place of the app. */
    respondNext: (next: Response) => void (nextResponse = next),
    countSent: () => sent,
    /** Delays the responses from now on. Returns the function that releases them. */
    holdResponses() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    undo: () => void (globalThis.XMLHttpRequest = real),
  }
}
