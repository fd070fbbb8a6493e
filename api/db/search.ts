import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

import { fold } from '#shared/text/fold.ts'

/** Pattern of a folded text that contains another, whose own wildcards are escaped. */
export const containing = (search: string) =>
  `%${fold(search)
    .trim()
    .replaceAll(/[%_\\]/g, String.raw`\$&`)}%`

/**
 * SQL condition: a text contains the searched one.
 * @param columns the folded text, and the original for rows that aren't folded yet
 * @param pattern of `containing`, or its placeholder
 */
export const isLike = ([folded, original]: [AnyColumn | SQL, AnyColumn | SQL], pattern: unknown) =>
  sql`coalesce(${folded}, ${original}) like ${pattern} escape '\\'`

export const containsText = (columns: [AnyColumn | SQL, AnyColumn | SQL], search: string) =>
  isLike(columns, containing(search))
