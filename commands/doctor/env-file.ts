import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from './finding.ts'

type CutValue = { name: string; character: '$' | '#' }

const FILES = ['.env', '.env.production', '.env.local']

/** Returns names and special characters of values that Bun truncates, never the values themselves. */
export function cutValues(text: string): CutValue[] {
  return text.split('\n').flatMap((line): CutValue[] => {
    const [, name, raw] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (!name || !raw) return []
    // Bun replaces $name by that setting, also within quotes, unless a backslash precedes it.
    if (/(?<!\\)\$[A-Za-z0-9_{]/.test(raw)) return [{ name, character: '$' }]
    // An unquoted value ends at the first #, with or without a space before it. A comment has a space.
    if (!/^["'`]/.test(raw) && /\S#/.test(raw)) return [{ name, character: '#' }]
    return []
  })
}

/** Warns of values that look truncated by the way Bun reads `.env`. */
export function checkEnvFiles(folder: string): Finding[] {
  return FILES.flatMap(file => {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    return cutValues(readFileSync(path, 'utf8')).map(({ name, character }): Finding => ({
      state: 'wrong',
      name: file,
      message: `${name} has a ${character}, at which its value is cut.`,
      remedy:
        character === '$'
          ? 'Write \\$ for each $, in quotes or not.'
          : 'Put the value in quotes: NAME="value".',
    }))
  })
}
