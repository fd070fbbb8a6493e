import { $ } from 'bun'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Copies the working tree, committed or not, and links its packages. Mutations are never applied to the tree itself. */
export async function copyTree(): Promise<{ root: string; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'currawong-mutation-'))
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.text()
  const paths = listed.split('\0').filter(path => path !== '' && existsSync(path))
  await Promise.all(paths.map(path => cp(path, join(root, path), { recursive: true })))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
