import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from './finding.ts'

type CutValue = { name: string; sign: '$' | '#' }

const FILES = ['.env', '.env.production', '.env.local']

/** The values of these files that Bun reads as less than what is written, by name and sign; never the value itself. */
export function cutValues(text: string): CutValue[] {
  return text.split('\n').flatMap((line): CutValue[] => {
    const [, name, raw] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (!name || !raw) return []
    // Bun replaces $name by that setting, also within quotes, unless there is a backslash before it.
    if (/(?<!\\)\$[A-Za-z0-9_{]/.test(raw)) return [{ name, sign: '$' }]
    // An unquoted value ends at the first #, with or without a space before it. A comment has a space.
    if (!/^["'`]/.test(raw) && /\S#/.test(raw)) return [{ name, sign: '#' }]
    return []
  })
}

/** Warns of values that look cut by the way `.env` is read. */
export function checkEnvFiles(folder: string): Finding[] {
  return FILES.flatMap(file => {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    return cutValues(readFileSync(path, 'utf8')).map(({ name, sign }): Finding => ({
      state: 'wrong',
      name: file,
      says: `${name} has a ${sign}, at which its value is cut.`,
      how:
        sign === '$' ? 'Write \\$ for each $, in quotes or not.' : 'Put the value in quotes: NAME="value".',
    }))
  })
}
