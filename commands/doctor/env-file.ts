import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from './finding.ts'

type CutValue = { name: string; character: '$' | '#' }

const FILES = ['.env', '.env.production', '.env.local']

/** Finds values that Bun truncates. Returns their names and the special characters, never the values themselves. */
export function cutValues(text: string): CutValue[] {
  return text.split('\n').flatMap((line): CutValue[] => {
    const [, name, raw] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (!name || !raw) return []
    // Bun replaces $name with that setting, even within quotes, unless a backslash precedes it.
    if (/(?<!\\)\$[A-Za-z0-9_{]/.test(raw)) return [{ name, character: '$' }]
    // Bun ends an unquoted value at the first #, even without a space before it. A space means that a comment is intended.
    if (!/^["'`]/.test(raw) && /\S#/.test(raw)) return [{ name, character: '#' }]
    return []
  })
}

/** Warns about values that Bun truncates when it reads `.env`. */
export function checkEnvFiles(folder: string): Finding[] {
  return FILES.flatMap(file => {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    return cutValues(readFileSync(path, 'utf8')).map(({ name, character }): Finding => ({
      state: 'wrong',
      name: file,
      message: `Bun cuts off the value of ${name} at its ${character}.`,
      remedy:
        character === '$'
          ? 'Write \\$ for each $, even within quotes.'
          : 'Put the value in quotes: NAME="value".',
    }))
  })
}
