import { file, glob, type Loader, type LoaderContext } from 'astro/loaders'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = './site/content'

/** Loads the entries of a folder. Files whose names begin with `_` are left out. */
export const entriesOfFolder = (name: string, types: 'md' | 'mdx' = 'md'): Loader => {
  const loader = glob({ base: `${FOLDER}/${name}`, pattern: types === 'md' ? '[^_]*.md' : '[^_]*.{md,mdx}' })
  return {
    ...loader,
    async load(context) {
      await loader.load(context)
      declare(context)
    },
  }
}

/** Loads the entries of a file. Astro's own loader keeps those of an earlier build when the file is deleted. */
export const entriesOfFile = (name: string): Loader => {
  const loader = file(`${FOLDER}/${name}`)
  return {
    ...loader,
    async load(context) {
      const { config, store, watcher } = context
      const path = fileURLToPath(new URL(`${FOLDER}/${name}`, config.root))
      const empty = () => {
        store.clear()
        declare(context)
      }
      if (existsSync(path)) await loader.load(context)
      else empty()
      watcher?.on('add', added => void (added === path && loader.load(context)))
      watcher?.on('unlink', deleted => void (deleted === path && empty()))
    },
  }
}

/** Adds an empty collection to the store. Without it, Astro warns on each page that the collection doesn't exist. */
function declare({ store }: LoaderContext) {
  if (store.keys().length > 0) return
  store.set({ id: 'none', data: {} })
  store.delete('none')
}
