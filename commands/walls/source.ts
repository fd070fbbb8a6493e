import { $ } from 'bun'
import ts from 'typescript'

/** A file with its path from the root of the repository. */
export type Source = { path: string; text: string }
export type Fault = { path: string; line: number; message: string }
export type Wall = (sources: Source[]) => Fault[]

type Import = { from: string; line: number }

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('api/test/')

export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)

/** Returns the api's files without its tests. */
export const apiCode = (sources: Source[]) =>
  sources.filter(({ path }) => path.startsWith('api/') && isCode(path) && !isTest(path))

export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Returns a fault for each match. */
export const matchesOf = (sources: Source[], pattern: RegExp, message: string): Fault[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(match => ({
      path,
      line: lineAt(text, match.index),
      message: `${match[0].trim()}: ${message}`,
    })),
  )

/** Returns static, dynamic and re-exported imports within the repository, types included, as paths from its root. */
export const importsOf = ({ path, text }: Source): Import[] =>
  ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    const from = resolve(path, fileName)
    return from ? { from, line: lineAt(text, pos) } : []
  })

/** Returns an import within the repository as a path from its root. */
export function resolve(path: string, specifier: string): string | undefined {
  if (/^#(api|shared|site)\//.test(specifier)) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  return new URL(specifier, `file:///${path}`).pathname.slice(1)
}

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
