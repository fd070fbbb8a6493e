import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const DIST = 'dist'

/** Directive of islands that load nothing until a visitor interacts with them. */
const LAZY = 'intent'

export type BuiltPage = {
  url: string
  html: string
  /** Code of inline scripts. */
  inline: string[]
  /** URLs of the modules that the page loads, with their static imports. */
  scripts: Set<string>
  /** URLs of style sheets and preloaded fonts. */
  styles: string[]
}

export function readPage(path: string): BuiltPage {
  const html = readFileSync(`${DIST}/${path}`, 'utf8')
  const entries = [
    ...attributesOf(html, 'script').flatMap(({ src }) => src ?? []),
    ...attributesOf(html, 'link').flatMap(({ rel, href }) => (rel === 'modulepreload' && href ? [href] : [])),
    ...attributesOf(html, 'astro-island')
      .filter(({ client }) => client !== LAZY)
      .flatMap(island => [island['component-url'], island['renderer-url'], island['before-hydration-url']])
      .filter(url => url !== undefined),
  ]
  return {
    url: `/${path}`,
    html,
    inline: [
      ...html.matchAll(/<script\b(?![^>]*\s(?:src=|type="application\/ld))[^>]*>([^]*?)<\/script>/g),
    ].map(match => match[1] ?? ''),
    scripts: withStaticImports(entries),
    styles: attributesOf(html, 'link').flatMap(({ rel, href, as }) =>
      href && (rel === 'stylesheet' || (rel === 'preload' && as === 'font')) ? [href] : [],
    ),
  }
}

/** Adds everything that the modules import statically. */
export const withStaticImports = (entries: Iterable<string>) => withImports(entries, ['import-statement'])

/** Adds everything that the modules may load, also by `import()`. */
export const withAllImports = (entries: Iterable<string>) =>
  withImports(entries, ['import-statement', 'dynamic-import'])

function withImports(entries: Iterable<string>, kinds: string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...entries]
  for (let url = queue.pop(); url; url = queue.pop()) {
    if (found.has(url) || !isOurs(url)) continue
    found.add(url)
    for (const { kind, path } of importsOf(url))
      if (kinds.includes(kind)) queue.push(posix.resolve(posix.dirname(url), path))
  }
  return found
}

/** Returns the bytes transferred. The build has compressed what isn't small or compressed already. */
export const shipped = memoize((url: string) => {
  const compressed = `${DIST}${url}.br`
  return statSync(existsSync(compressed) ? compressed : `${DIST}${url}`).size
})

export const brotli = memoize((content: string) => brotliCompressSync(content).length)

const transpiler = new Bun.Transpiler({ loader: 'js' })
const importsOf = memoize((url: string) => transpiler.scanImports(readFileSync(`${DIST}${url}`, 'utf8')))

/** Caches results, because most chunks and scripts are part of many pages. */
function memoize<Result>(compute: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>()
  return key => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key)!
  }
}

const isOurs = (url: string) => url.startsWith('/') && existsSync(`${DIST}${url}`)

const attributesOf = (html: string, tag: string): Record<string, string>[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(match =>
    Object.fromEntries(
      [...(match[1] ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  )
