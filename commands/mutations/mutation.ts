import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A planted bug, applied by replacing an exact text. */
export type Mutation = {
  /** Path from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  text: string
  becomes: string
  /** The effect of the bug, as a clause: "a stale worker overwrites the new one’s outcome". */
  breaks: string
  /** Test files that should notice the bug, the most likely first. */
  tests: string[]
}

/** Explains why a mutation no longer fits the code. Returns undefined if it does. */
export function staleReason({ file, text, becomes, tests }: Mutation, root = '.'): string | undefined {
  const path = join(root, file)
  if (!existsSync(path)) return 'its file is gone'
  const times = readFileSync(path, 'utf8').split(text).length - 1
  if (times !== 1) return `its text is found ${times} times: ${text}`
  if (text === becomes) return 'it changes nothing'
  const gone = tests.find(test => !existsSync(join(root, test)))
  return gone && `its test is gone: ${gone}`
}

/** Writes the mutation into a copy of the tree. @returns a function that removes it */
export function plant({ file, text, becomes }: Mutation, root: string): () => void {
  const path = join(root, file)
  const clean = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    clean.replace(text, () => becomes),
  )
  return () => writeFileSync(path, clean)
}

/** @returns the file and the line on which the mutation begins */
export const locationOf = ({ file, text }: Mutation) =>
  `${file}:${readFileSync(file, 'utf8').split(text)[0]!.split('\n').length}`
