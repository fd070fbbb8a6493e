import { atom } from 'nanostores'

import type { ProviderPost } from '#shared/posts/provider-posts.ts'
import { ApiError } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { $feed, change } from './feed.ts'

/** What is open over the list, if anything is. */
export type Opened = { open: 'none' } | { open: 'details' | 'delete'; post: ProviderPost }

export const $opened = atom<Opened>({ open: 'none' })

export const view = (post: ProviderPost) => $opened.set({ open: 'details', post })
export const askToDelete = (post: ProviderPost) => $opened.set({ open: 'delete', post })
export const close = () => $opened.set({ open: 'none' })

/** Throws ApiError; the card says it. */
export async function saveWords({ id }: ProviderPost, message: string) {
  const answer = await refreshing(() =>
    api.accounts.facebook.posts[':id'].$patch({ param: { id }, json: { message } }),
  )
  change(id, post => ({ ...post, message }))
  toast('success', (await answer.json()).message)
}

/** It leaves the list once Facebook says so. Throws ApiError; the dialog says it. */
export async function deletePost({ id }: ProviderPost) {
  const answer = await refreshing(() => api.accounts.facebook.posts[':id'].$delete({ param: { id } }))
  change(id, () => undefined)
  toast('success', (await answer.json()).message)
}

/** What Facebook no longer has isn't shown any longer, either. */
async function refreshing<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') void $feed.reload()
    throw error
  }
}
