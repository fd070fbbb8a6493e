import { NETWORK_MENTION } from '#api/networks/names.ts'
import { formatList } from '#shared/format-list.ts'
import {
  NETWORK_IDS,
  type NetworkId,
  networks as networkFacts,
  formatAlternatives,
} from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { textFieldOf } from './columns.ts'
import {
  meansAllNetworks,
  isStoryMark,
  parseNetwork,
  OTHER_KINDS,
  POST_KIND,
  readMark,
  splitNetworks,
  STORY,
} from './marks.ts'
import type { Column, Row } from './row.ts'

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
    const isEach = !has('text') && NETWORK_IDS.some(network => has(textFieldOf(network)))
    const withText = NETWORK_IDS.filter(network => cell(textFieldOf(network)) !== '')
    return isEach && withText.length > 0 ? withText : undefined
  }
  const chosen = NETWORK_IDS.filter(network =>
    cell(network) === '' ? cell(textFieldOf(network)) !== '' : readMark(cell(network)) !== false,
  )
  for (const network of choosers)
    if (OTHER_KINDS.test(cell(network)) && cell(network).length < 40)
      report(
        [network],
        `We don’t publish a ${cell(network).toLowerCase()}. Leave this row out, or write yes.`,
      )
    else if (
      readMark(cell(network)) === undefined &&
      !isStoryMark(cell(network)) &&
      hasTextColumnFor(row, network)
    )
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
  else for (const { column } of others) warn(column, otherNetworkMessage([]))
  return chosen
}

/** @param names names of networks in the row; empty if the column is named after the network */
const otherNetworkMessage = (names: readonly string[]) =>
  `We don’t publish to ${formatList(names.map(name => name.trim().slice(0, 40))) || 'this network'}, so the post goes to the others only.`

const MAX_NAMES = 60

/** Returns the networks that a row names in its cell of networks. An empty one means every connected network. */
export function namedNetworks(
  { cell, columnOf, ignored, report, warn }: Row,
  connected: ReadonlySet<NetworkId>,
): NetworkId[] {
  const names = splitNetworks(cell('networks'))
  if (names.length === 0)
    for (const { column, text } of ignored)
      if (text.length < MAX_NAMES && NETWORK_MENTION.test(text))
        warn(
          column,
          'This may name networks. We don’t read this column, so the post goes to every connected network.',
        )
  if (names.length === 0 || names.some(meansAllNetworks)) {
    if (connected.size === 0) report(['networks'], POST_MESSAGES.noPlatform)
    return NETWORK_IDS.filter(network => connected.has(network))
  }
  const found = new Set(names.map(parseNetwork))
  const chosen = NETWORK_IDS.filter(network => found.has(network))
  const unknown = names.find(
    name => parseNetwork(name) === undefined || (chosen.length === 0 && parseNetwork(name) === 'other'),
  )
  if (unknown)
    report(
      ['networks'],
      `We don’t know the network “${unknown.slice(0, 40)}”. Write ${formatAlternatives(NETWORK_IDS.map(id => networkFacts[id].shortName))}.`,
    )
  else if (found.has('other'))
    warn(columnOf('networks'), otherNetworkMessage(names.filter(name => parseNetwork(name) === 'other')))
  return chosen
}

/** Returns true if the file has a column for the network's text, its own or the common one. */
const hasTextColumnFor = ({ has }: Row, platform: NetworkId) => has('text') || has(textFieldOf(platform))

/**
 * Drops the networks that need a picture, as the composer does for a post without one. If all of a row's networks do, keeps
 * them.
 */
export function withoutMediaNetworks(chosen: NetworkId[]): NetworkId[] {
  const taking = chosen.filter(network => !networkFacts[network].needsMedia)
  return taking.length > 0 ? taking : chosen
}

/**
 * Returns the networks on which a row is a story: those that it names beside the word, or all that have stories. Reports a row
 * that names another kind, too.
 */
export function readStories(row: Row, chosen: readonly NetworkId[]): NetworkId[] {
  const kinds = row.columnsOf('postType').filter(({ text }) => text !== '')
  const stories = kinds.filter(({ text }) => STORY.test(text))
  reportSeveralKinds(row, stories)
  const named = [
    ...splitNetworks(row.cell('networks')).filter(name => STORY.test(name)),
    ...stories.flatMap(({ text }) => splitNetworks(text)).filter(part => !isOtherKind(part)),
  ].flatMap(name => findNetwork(name) ?? [])
  const marked = chosen.filter(network => isStoryMark(row.cell(network)))
  const own = [...named, ...marked]
  if (own.length > 0) return chosen.filter(network => own.includes(network))
  if (stories.length === 0) return []
  const able = chosen.filter(network => networkFacts[network].story)
  const [first] = able
  if (first && stories.length < kinds.length && able.length > 1)
    row.report(
      ['postType'],
      `Write on which network it is a story, as “Story on ${networkFacts[first].shortName}”.`,
    )
  return able
}

/** Reports cells by which a network would get a story and something else: “Post + Story”, “Instagram, Instagram Story”. */
function reportSeveralKinds(row: Row, kinds: readonly Column[]): void {
  const several = (text: string) =>
    `“${text.slice(0, 40)}” names several kinds of post. Write one here, and add another row for the other.`
  for (const { column, text } of kinds) {
    const parts = splitNetworks(text)
    const others = parts.filter(isOtherKind).map(findNetwork)
    const stories = parts.filter(part => !isOtherKind(part)).map(findNetwork)
    if (others.some(other => !other || stories.includes(other) || stories.includes(undefined)))
      row.problems.push({ column, message: several(text) })
  }
  const names = splitNetworks(row.cell('networks'))
  const posts = names.filter(name => !STORY.test(name)).map(findNetwork)
  if (names.some(name => STORY.test(name) && posts.includes(findNetwork(name))))
    row.report(['networks'], several(row.cell('networks')))
}

/** True for a part such as “Reel” or “Facebook post”, beside a story. */
const isOtherKind = (part: string) =>
  POST_KIND.test(part) || (!STORY.test(part) && !findNetwork(part) && /\p{L}/u.test(part))

/** Returns the network of “Story on Instagram” or “Instagram story”. */
function findNetwork(name: string): NetworkId | undefined {
  const network = parseNetwork(name) ?? parseNetwork(name.replace(/^.*\bon\s+/i, ''))
  return network === 'other' ? undefined : network
}

/**
 * Returns a network's own text; empty if it has none. If the file has no column for it or for the common text, the column that
 * chooses the network may hold the text instead of a mark.
 */
export const ownText = (row: Row, platform: NetworkId) =>
  row.cell(textFieldOf(platform)) ||
  (readMark(row.cell(platform)) === undefined &&
  !isStoryMark(row.cell(platform)) &&
  !hasTextColumnFor(row, platform)
    ? row.cell(platform)
    : '')
