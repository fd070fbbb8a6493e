import { atom } from 'nanostores'

import { fold } from '#shared/text/fold.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { remote } from '#site/lib/remote.ts'

type Emoji = [emoji: string, keywords: string, name: string]
export type EmojiGroup = [name: string, emoji: Emoji[]]

const KEY = 'recent-emoji'
const MAX_RECENT = 16

/** All emoji by group, loaded when the picker is first opened. */
export const $emoji = remote(async () => {
  const response = await fetch('/emoji.json')
  if (!response.ok) throw new Error('The list of emoji didn’t load.')
  return (await response.json()) as EmojiGroup[]
})

/** Emoji that were picked in this browser, latest first. */
export const $recentEmoji = atom<readonly string[]>(
  browserStorage('localStorage')?.getItem(KEY)?.split(' ').filter(Boolean) ?? [],
)

export function rememberEmoji(emoji: string) {
  const recent = [emoji, ...$recentEmoji.get().filter(each => each !== emoji)].slice(0, MAX_RECENT)
  $recentEmoji.set(recent)
  browserStorage('localStorage')?.setItem(KEY, recent.join(' '))
}

type Groups = readonly EmojiGroup[]

/** Returns the groups to show: recent emoji and all, or one group of those that match the search. */
export function groupsFor(groups: Groups, search: string, recent: readonly string[]): Groups {
  const wanted = fold(search).split(' ').filter(Boolean)
  const all = groups.flatMap(([, emoji]) => emoji)
  if (wanted.length > 0) {
    const found = all.filter(([, keywords]) => wanted.every(word => ` ${keywords}`.includes(` ${word}`)))
    return [[found.length === 0 ? 'Nothing found' : 'Found', found]]
  }
  const byEmoji = new Map(all.map(each => [each[0], each]))
  const latest = recent.map(emoji => byEmoji.get(emoji)).filter(each => each !== undefined)
  return latest.length > 0 ? [['Recent', latest], ...groups] : groups
}
