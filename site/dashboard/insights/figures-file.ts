import type { Insights } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'

const HEADING = ['Day', 'Network', 'Account', 'Followers', 'Engagement', 'Read at']

/** Spreadsheets run cells that begin with these as formulas. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the daily figures of all accounts as CSV (RFC 4180). Unknown figures are empty, never 0. */
export function figuresFile({ accounts }: Pick<Insights, 'accounts'>): string {
  const rows = accounts.flatMap(({ network, name, readAt, series }) =>
    series.map(({ day, followers, engagement }) => [
      day,
      networks[network].name,
      name,
      followers,
      engagement,
      readAt,
    ]),
  )
  // Excel recognises UTF-8 by its mark.
  return `\uFEFF${[HEADING, ...rows].map(row => row.map(cell).join(',')).join('\r\n')}\r\n`
}
