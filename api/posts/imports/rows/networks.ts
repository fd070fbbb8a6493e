import { NETWORK_IDS, type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { TEXT_OF } from './columns.ts'
import { isEveryNetwork, networkNamed, OTHER_KINDS, readMark, splitNetworks } from './marks.ts'
import type { Row } from './row.ts'

/**
 * Returns the networks that a row chooses by columns named after them, with a mark such as yes or a text.
 * @returns undefined if the file has no such columns
 */
export function chosenByColumns(row: Row): NetworkId[] | undefined {
  const { columnsOf, cell, has, report, warn } = row
  if (has('networks')) return undefined
  const others = columnsOf('otherNetwork').filter(({ text }) => readMark(text) !== false)
  const choosers = NETWORK_IDS.filter(has)
  if (choosers.length === 0 && columnsOf('otherNetwork').length === 0) {
    const isEach = !has('text') && NETWORK_IDS.some(network => has(TEXT_OF[network]))
    const withText = NETWORK_IDS.filter(network => cell(TEXT_OF[network]) !== '')
    return isEach && withText.length > 0 ? withText : undefined
  }
  const chosen = NETWORK_IDS.filter(
    network => cell(TEXT_OF[network]) !== '' || (has(network) && readMark(cell(network)) !== false),
  )
  for (const network of choosers)
    if (OTHER_KINDS.test(cell(network)) && cell(network).length < 40)
      report(
        [network],
        `We don’t publish a ${cell(network).toLowerCase()}. Leave this row out, or write yes.`,
      )
    else if (readMark(cell(network)) === undefined && hasTextFor(row, network))
      report(
        [network],
        `We don’t know the mark “${cell(network).slice(0, 40)}”. Write yes or leave it empty.`,
      )
  if (chosen.length === 0)
    report(
      [...choosers, 'otherNetwork'],
      others.length > 0
        ? 'This row is only for networks that we don’t publish to.'
        : 'This row chooses no network. Write yes in the column of one.',
    )
  else for (const { column } of others) warn(column, OTHER_NETWORK)
  return chosen
}

const OTHER_NETWORK = 'We don’t publish to this network, so the post goes to the others only.'

/** Finds a network in a cell that isn't a file's name or a URL. */
const NAMED = /^(?!.*\.\w|.*:\/\/).*\b(facebook|fb|instagram|insta|ig|gmb|gbp)\b/is
const MAX_NAMES = 60

/** Returns the networks that a row names in its cell of networks. An empty one means every connected network; for a text-only post, every one that allows it. */
export function namedNetworks(
  { cell, columnOf, ignored, report, warn }: Row,
  { connected, isText }: { connected: ReadonlySet<NetworkId>; isText: boolean },
): NetworkId[] {
  const names = splitNetworks(cell('networks'))
  if (columnOf('networks') < 0)
    for (const { column, text } of ignored)
      if (text.length < MAX_NAMES && NAMED.test(text))
        warn(
          column,
          'This may name networks. We don’t read this column, so the post goes to every connected network.',
        )
  if (names.length === 0 || names.some(isEveryNetwork)) {
    if (connected.size === 0) report(['networks'], POST_MESSAGES.noPlatform)
    const all = NETWORK_IDS.filter(network => connected.has(network))
    const takingText = all.filter(network => !networkFacts[network].needsMedia)
    return isText && takingText.length > 0 ? takingText : all
  }
  const found = new Set(names.map(networkNamed))
  const chosen = NETWORK_IDS.filter(network => found.has(network))
  const unknown = names.find(
    name => networkNamed(name) === undefined || (chosen.length === 0 && networkNamed(name) === 'other'),
  )
  if (unknown)
    report(
      ['networks'],
      `We don’t know the network “${unknown.slice(0, 40)}”. Write Facebook, Instagram or Google.`,
    )
  else if (found.has('other')) warn(columnOf('networks'), OTHER_NETWORK)
  return chosen
}

/** Returns true if the file has a column for the network's text, its own or the common one. */
export const hasTextFor = ({ has }: Row, platform: NetworkId) => has('text') || has(TEXT_OF[platform])
