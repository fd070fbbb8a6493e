import { byNetwork, networks } from '#shared/networks.ts'

export const NETWORK_NAMES = byNetwork(id => [id, ...networks[id].aliases] as const)

const OWN_NAMES = Object.values(NETWORK_NAMES).flat()

/** Names of networks that we don't publish to, without those that we do. */
export const OTHER_NETWORK_NAMES =
  `twitter, x, twitter x, x twitter, linkedin, linked in, linkedin page, pinterest, tiktok, tik tok, youtube,
  youtube shorts, threads, mastodon, telegram, whatsapp, snapchat, reddit, tumblr, xing, vk, twitch`
    .split(/,\s+/)
    .filter(name => !OWN_NAMES.includes(name))

/** Single words that can only mean a network. “Google” is left out, because notes also mention the search engine. */
const UNAMBIGUOUS_NAMES = OWN_NAMES.filter(name => /^[a-z]+$/.test(name) && name !== 'google')

/** Matches a text that mentions a network, unless it contains a file name or a URL. */
export const NETWORK_MENTION = new RegExp(`^(?!.*\\.\\w|.*://).*\\b(${UNAMBIGUOUS_NAMES.join('|')})\\b`, 'is')
