import { type NetworkId, networks } from './networks.ts'

const format = new Intl.ListFormat('en-AU')

/** 'bread', 'bread and rolls', 'bread, rolls and pies' */
export const listed = (items: Iterable<string>): string => format.format(items)

/** 'Facebook and Instagram' */
export const networkNames = (ids: readonly NetworkId[]): string => listed(ids.map(id => networks[id].name))
