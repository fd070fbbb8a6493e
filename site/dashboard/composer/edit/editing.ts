import { atom, computed } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'

export type Editing = {
  postId: string
  domainId: string
  /** The version that the changes are based on. */
  version: number
  /** Networks that the post was meant for when it was opened. */
  networks: readonly NetworkId[]
  /** Those of them that have the post or may have it. */
  out: readonly NetworkId[]
  /** The content that the server has. */
  saved: DraftContent
}

/** The post that is edited in the composer; undefined for a new one. */
export const $editing = atom<Editing | undefined>()

/** True once a network has the post: then only texts and time of the others can change. */
export const $isPartlyOut = computed($editing, editing => (editing?.out.length ?? 0) > 0)
