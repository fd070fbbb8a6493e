import type { APIRoute } from 'astro'
import keywords from 'emojilib'
import groups from 'unicode-emoji-json/data-by-group.json'

import type { EmojiGroup } from '#site/dashboard/composer/emoji.ts'

/** Emoji version that devices of recent years can draw. Many devices would show newer emoji as empty boxes. */
const MAX_VERSION = 15

const wordsOf = (emoji: string, name: string) => [
  name,
  ...new Set((keywords[emoji] ?? []).filter(word => /^\w/.test(word) && word !== name)),
]

/** Emoji by group, each with its name and search words, for the composer's picker. */
export const GET: APIRoute = () =>
  Response.json(
    groups.map(({ name, emojis }): EmojiGroup => [
      name,
      emojis
        .filter(({ emoji_version: version }) => Number(version) <= MAX_VERSION)
        .map(one => [one.emoji, wordsOf(one.emoji, one.name).join(' ').replaceAll('_', ' '), one.name]),
    ]),
  )
