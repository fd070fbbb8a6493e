import { atom } from 'nanostores'

import type { ProviderPost } from '#shared/posts/provider-posts.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { $feed, change } from './feed.ts'

/** The open dialog, if any. */
export type Opened = { open: 'none' } | { open: 'details' | 'delete'; post: ProviderPost }

export const $opened = atom<Opened>({ open: 'none' })

export const view = (post: ProviderPost) => $opened.set({ open: 'details', post })
export const askToDelete = (post: ProviderPost) => $opened.set({ open: 'delete', post })
export const close = () => $opened.set({ open: 'none' })

/** @throws {ApiError} which the card shows */
export async function saveText({ id }: ProviderPost, message: string) {
  const response = await reloadIfGone(() =>
    api.accounts.facebook.posts[':id'].$patch({ param: { id }, json: { message } }),
  )
  change(id, post => ({ ...post, message }))
  toast('success', (await response.json()).message)
}

/** Removes the post from the list once its network confirms. @throws {ApiError} which the dialog shows */
export async function deletePost({ id, network }: ProviderPost) {
  const { facebook, google } = api.accounts
  const { message } = await reloadIfGone(async () => {
    const response =
      network === 'google'
        ? await google.posts[':id'].$delete({ param: { id } })
        : await facebook.posts[':id'].$delete({ param: { id } })
    return response.json()
  })
  change(id, () => undefined)
  toast('success', message)
}

/** Reloads the list if the network no longer has the post. */
async function reloadIfGone<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') void $feed.reload()
    throw error
  }
}
