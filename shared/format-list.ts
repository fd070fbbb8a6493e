import { type NetworkId, networks } from './networks.ts'

const format = new Intl.ListFormat('en-AU')

/** Returns 'bread', 'bread and rolls' or 'bread, rolls and pies'. */
export const formatList = (items: Iterable<string>): string => format.format(items)

/** Returns 'Facebook and Instagram'. */
export const networkNames = (ids: readonly NetworkId[]): string =>
  formatList(ids.map(id => networks[id].name))

/** Maximum number of files that a message names. */
const MAX_NAMED = 5

/** Returns '“a.jpg”, “b.jpg” and 12 others'. */
export function quotedNames(names: readonly string[]): string {
  const named = names.slice(0, names.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
  const others = names.length - named.length
  return formatList([...named.map(name => `“${name}”`), ...(others > 0 ? [`${others} others`] : [])])
}
