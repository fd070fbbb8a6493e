import { $ } from 'bun'

import type { Source } from './source.ts'

const TEXT =
  /\.(tsx?|mjs|astro|css|json|md|toml|sql|svg|html|sh|yml)$|(^|\/)(\.[\w.]+|LICENSE|run|bun\.lock)$/

/** Reads all files that are tracked by git or could be added to it. */
export async function readSources(): Promise<Source[]> {
  const listed = await $`git ls-files --cached --others --exclude-standard`.text()
  const paths = listed.split('\n').filter(path => TEXT.test(path))
  const sources = await Promise.all(
    paths.map(async path => {
      const file = Bun.file(path)
      return (await file.exists()) ? [{ path, text: await file.text() }] : []
    }),
  )
  return sources.flat()
}
