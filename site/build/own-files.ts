import { parse, type ParseError } from 'jsonc-parser'
import { existsSync, readFileSync } from 'node:fs'

/** @throws {Error} if a file of the agency's own isn't UTF-8: its reader has then replaced bytes by U+FFFD */
export function requireUtf8(file: string, text: string): void {
  if (/[\0\uFFFD]/.test(text))
    throw new Error(
      `${file} isn’t saved as UTF-8. Save it again with that encoding, which your editor offers.`,
    )
}

/** Parses JSON that a person has written. @throws {Error} with the line of the first mistake */
export function parseOwnJson(file: string, json: string): unknown {
  requireUtf8(file, json)
  // Some editors on Windows begin a file with a byte order mark.
  const text = json.replace(/^\uFEFF/, '')
  // Unlike this parser, `JSON.parse` doesn't say where a mistake is.
  const errors: ParseError[] = []
  const parsed: unknown = parse(text, errors, { disallowComments: true })
  const [mistake] = errors
  if (!mistake) return parsed
  const line = text.slice(0, mistake.offset).split('\n').length
  throw new Error(
    `${file}, line ${line}: a comma, a quote or a bracket is missing or too many, here or in the line before.`,
  )
}

/** Reads and parses a JSON file of the agency's own. @throws {Error} that says how to restore a missing file */
export function readOwnJson(file: string): unknown {
  if (!existsSync(file))
    throw new Error(
      `${file} is missing. \`git checkout ${file}\` brings back the last one that was committed.`,
    )
  return parseOwnJson(file, readFileSync(file, 'utf8'))
}
