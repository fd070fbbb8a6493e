import { NETWORK_IDS, type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import { IMPORT_FIELD_NAMES, type ImportField, type ImportSettings } from '#shared/posts/imports.ts'
import { textFieldOf } from './columns.ts'
import { readMark } from './marks.ts'

type Columns = ImportSettings['columns']
/** A row with the columns of its import. */
export type Plan = { headers: string[]; columns: Columns; cells: string[] }

/** Writes the networks that a row goes to into its cells, and adds the columns that the plan lacks for that. */
export function withNetworks(plan: Plan, chosen: readonly NetworkId[]): Plan {
  if (plan.columns.includes('networks') || !choosesByColumns(plan.columns)) {
    const names = chosen.map(network => networkFacts[network].name).join(', ')
    return withCell(plan, 'networks', names)
  }
  let changed = plan
  for (const network of NETWORK_IDS) {
    const { columns, cells } = changed
    const cell = cells[columns.indexOf(network)] ?? ''
    const isItsText =
      readMark(cell) === undefined && !columns.includes('text') && !columns.includes(textFieldOf(network))
    const isChosen = chosen.includes(network)
    if (!isChosen || !isItsText) changed = withCell(changed, network, isChosen ? 'yes' : 'no')
  }
  return changed
}

/** Writes the links of a row's files into its first cell for them, and empties the others. */
export function withFiles(plan: Plan, links: readonly string[]): Plan {
  const cells = plan.cells.map((cell, column) => (plan.columns[column] === 'pictures' ? '' : cell))
  return withCell({ ...plan, cells }, 'pictures', links.join(' '))
}

/** Returns true if columns of networks choose them: one for each network, or its own text where there is no common one. */
const choosesByColumns = (columns: Columns) =>
  [...NETWORK_IDS, 'otherNetwork' as const].some(field => columns.includes(field)) ||
  (!columns.includes('text') && NETWORK_IDS.some(network => columns.includes(textFieldOf(network))))

function withCell({ headers, columns, cells }: Plan, field: ImportField, text: string): Plan {
  const at = columns.indexOf(field)
  if (at >= 0) return { headers, columns, cells: cells.with(at, text) }
  return {
    headers: [...headers, IMPORT_FIELD_NAMES[field]],
    columns: [...columns, field],
    cells: [...cells, text],
  }
}
