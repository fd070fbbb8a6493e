import { map } from 'nanostores'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'
import { $session } from '#site/lib/session.ts'

/** A text that is edited in the panel and isn't saved. */
export type UnsavedText = {
  text: string
  /** The text that `text` replaces, on `networks`. */
  before: string
  networks: readonly NetworkId[]
  /** Version of the post that the text changes. */
  version: number
  /** True if saving would withdraw an approval, so that leaving the panel doesn't save the text. */
  isApproved?: boolean
  /** False if somebody else changed the post, so that the author decides between the texts. */
  isOpen: boolean
}

const keyOf = (postId: string, network: NetworkId) => formKey(`text of ${postId} ${network}`)

/** The unsaved texts of this page, by `keyOf`. Those from before a reload are only in the tab's storage. */
export const $unsavedTexts = map<Record<string, UnsavedText | undefined>>({})

$session.listen(({ state }) => {
  if (state === 'out') $unsavedTexts.set({})
})

/** Stores the text in the tab, so that neither a reload nor closing the panel loses it. Signing out removes it. */
export function keepText(postId: string, network: NetworkId, unsaved: UnsavedText) {
  $unsavedTexts.setKey(keyOf(postId, network), unsaved)
  try {
    browserStorage('sessionStorage')?.setItem(keyOf(postId, network), JSON.stringify(unsaved))
  } catch {
    // The text stays in its field while the page is open.
  }
}

/** Returns true if the text is in a field of this page, not only in the tab's storage. */
export const isOnPage = (postId: string, network: NetworkId) =>
  $unsavedTexts.get()[keyOf(postId, network)] !== undefined

export function keptText(postId: string, network: NetworkId): UnsavedText | undefined {
  const key = keyOf(postId, network)
  const shown = $unsavedTexts.get()[key]
  if (shown) return shown
  const kept = browserStorage('sessionStorage')?.getItem(key)
  return kept ? (JSON.parse(kept) as UnsavedText) : undefined
}

export function forgetText(postId: string, network: NetworkId) {
  $unsavedTexts.setKey(keyOf(postId, network), undefined)
  browserStorage('sessionStorage')?.removeItem(keyOf(postId, network))
}

/** Returns the post's texts that are being edited on this page. */
export const openTexts = (postId: string) =>
  NETWORK_IDS.flatMap(network => {
    const unsaved = $unsavedTexts.get()[keyOf(postId, network)]
    return unsaved?.isOpen ? { network, ...unsaved } : []
  })

/** Saves in flight, by post. Opening a post for editing waits for them. */
const saving = new Map<string, Promise<unknown>>()

export async function whileSaving<Result>(postId: string, save: Promise<Result>): Promise<Result> {
  saving.set(postId, save)
  try {
    return await save
  } finally {
    if (saving.get(postId) === save) saving.delete(postId)
  }
}

export const isSaving = (postId: string) => saving.has(postId)

/** Resolves once the post's texts are saved, or couldn't be. */
export const textsSettled = async (postId: string): Promise<void> => {
  await saving.get(postId)?.catch(() => undefined)
}
