import type { NetworkId } from '#shared/networks.ts'
import type { Post } from '#shared/posts/posts.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'

/** A text that was typed in the panel and isn't saved, with the version of the post that it was to change. */
export type UnsavedText = { text: string; version: number }

type Identified = Pick<Post, '_id'>

const keyOf = ({ _id }: Identified, network: NetworkId) => formKey(`text of ${_id} ${network}`)

/** Stores the text in the tab, so that neither a reload nor closing the panel loses it. Signing out removes it. */
export function keepText(post: Pick<Post, '_id' | 'version'>, network: NetworkId, text: string) {
  try {
    const unsaved: UnsavedText = { text, version: post.version }
    browserStorage('sessionStorage')?.setItem(keyOf(post, network), JSON.stringify(unsaved))
  } catch {
    // The text stays in its field while the panel is open.
  }
}

export function keptText(post: Identified, network: NetworkId): UnsavedText | undefined {
  const kept = browserStorage('sessionStorage')?.getItem(keyOf(post, network))
  return kept ? (JSON.parse(kept) as UnsavedText) : undefined
}

export const forgetText = (post: Identified, network: NetworkId) =>
  browserStorage('sessionStorage')?.removeItem(keyOf(post, network))
