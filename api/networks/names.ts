import { byNetwork, networks } from '#shared/networks.ts'

/** Names of the networks in spreadsheets. */
export const NETWORK_NAMES = byNetwork(id => [id, ...networks[id].aliases] as const)

const OWN_NAMES = Object.values(NETWORK_NAMES).flat()

/** Names of networks that we don't publish to. A network that is added leaves this list by itself. */
export const OTHER_NETWORK_NAMES =
  `twitter, x, twitter x, x twitter, linkedin, linked in, linkedin page, pinterest, tiktok, tik tok, youtube,
  youtube shorts, threads, mastodon, telegram, whatsapp, snapchat, reddit, tumblr, xing, vk, twitch`
    .split(/,\s+/)
    .filter(name => !OWN_NAMES.includes(name))

/** Single words that only mean a network. A note may name Google for other reasons. */
const CLEAR_NAMES = OWN_NAMES.filter(name => /^[a-z]+$/.test(name) && name !== 'google')

/** Finds a network in a text that names no file and no URL. */
export const NAMES_NETWORK = new RegExp(`^(?!.*\\.\\w|.*://).*\\b(${CLEAR_NAMES.join('|')})\\b`, 'is')
