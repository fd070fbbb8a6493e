import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const transpiler = new Bun.Transpiler({ loader: 'ts' })

/**
 * Returns the packages that a program loads into its own process, each with the file that imports it. A process that
 * starts without node_modules loads packages from Bun's cache, even after they are installed.
 */
function packagesOf(program: string): string[] {
  const seen = new Set<string>()
  const packages: string[] = []
  const visit = (file: string) => {
    if (seen.has(file) || !file.endsWith('.ts')) return
    seen.add(file)
    for (const { path, kind } of transpiler.scan(readFileSync(file, 'utf8')).imports) {
      if (kind === 'require-call' || path === 'bun' || path.startsWith('node:')) continue
      if (path.startsWith('.')) visit(resolve(dirname(file), path))
      else if (path.startsWith('#')) visit(resolve(ROOT, path.slice(1)))
      else if (!builtinModules.includes(path)) packages.push(`${path} in ${file.slice(ROOT.length + 1)}`)
    }
  }
  visit(resolve(ROOT, program))
  return packages
}

test.each(['commands/up.ts', 'commands/dev.ts', 'commands/verify.ts'])(
  '%s leaves packages to the processes that it starts',
  program => expect(packagesOf(program)).toEqual([]),
)
