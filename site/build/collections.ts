import { file, glob, type Loader, type LoaderContext } from 'astro/loaders'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { requireUtf8 } from './own-files.ts'

const FOLDER = './site/content'

/** Loads the entries of a folder. Files whose names begin with `_` are left out. */
export const entriesOfFolder = (name: string, types: 'md' | 'mdx' = 'md'): Loader => {
  const loader = glob({ base: `${FOLDER}/${name}`, pattern: types === 'md' ? '[^_]*.md' : '[^_]*.{md,mdx}' })
  return {
    ...loader,
    async load(context) {
      const { config, store, watcher } = context
      // Astro warns of a folder that an agency has deleted. The development server waits for it to be added.
      if (watcher || existsSync(new URL(`${FOLDER}/${name}`, config.root)))
        await loader.load(withExplainedErrors(context))
      else store.clear()
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
      if (existsSync(path)) {
        await checkFile(context, path)
        await loader.load(context)
      } else empty()
      watcher?.on('change', changed => {
        if (changed === path)
          void checkFile(context, path).catch((error: Error) => context.logger.error(error.message))
      })
      watcher?.on('add', added => void (added === path && loader.load(context)))
      watcher?.on('unlink', deleted => void (deleted === path && empty()))
    },
  }
}

type Info = { data: object }
type EntryType = { getEntryInfo: (input: { fileUrl: URL; contents: string }) => Info | Promise<Info> }
/** Astro's parsers by file extension. Astro passes them to every loader but declares them only for its own. */
type WithTypes = LoaderContext & { entryTypes: Map<string, EntryType> }

const typesOf = (context: LoaderContext) => (context as WithTypes).entryTypes

/** Makes the errors of Astro's readers say where the mistake is and how to fix it. */
function withExplainedErrors(context: LoaderContext): WithTypes {
  const { config } = context
  const entryTypes = new Map(
    [...typesOf(context)].map(([extension, type]): [string, EntryType] => [
      extension,
      {
        ...type,
        getEntryInfo: async input => {
          requireUtf8(nameOf(input.fileUrl, config.root), input.contents)
          const info = await explained({ path: input.fileUrl, root: config.root, linesAbove: 0 }, () =>
            type.getEntryInfo(input),
          )
          requirePictures(input.fileUrl, config.root, info.data)
          return info
        },
      },
    ]),
  )
  return { ...context, entryTypes }
}

/** Names of fields with a picture. */
const PICTURES = ['portrait', 'file']

/** @throws {Error} for a picture that is missing or has another format, which Astro reports without the file that names it */
function requirePictures(path: URL, root: URL, data: object): void {
  const folder = dirname(fileURLToPath(path))
  for (const [field, value] of Object.entries(data) as [string, unknown][]) {
    if (value instanceof Object) requirePictures(path, root, value)
    if (!PICTURES.includes(field) || typeof value !== 'string') continue
    const fail = (what: string) => {
      throw new Error(`${nameOf(path, root)}: ${what}`)
    }
    if (!value.startsWith('.')) fail(`write ./${value} for a picture in the same folder.`)
    if (!/\.(?:jpe?g|png|webp|avif|gif|tiff|svg)$/i.test(value))
      fail(`${value} isn’t a JPEG, PNG, WebP, AVIF, GIF or SVG. Save the picture as one of these.`)
    if (!existsSync(join(folder, value))) fail(`there is no ${value}. Capital letters count, too.`)
  }
}

const [OPENS, CLOSES] = ['---\n', '\n---\n']

/** Reads a file as front matter, because Astro's loader of files hides errors. @throws {Error} */
async function checkFile(context: LoaderContext, path: string): Promise<void> {
  const contents = `${OPENS}${readFileSync(path, 'utf8')}${CLOSES}`
  const fileUrl = pathToFileURL(path)
  requireUtf8(nameOf(fileUrl, context.config.root), contents)
  await explained({ path: fileUrl, root: context.config.root, linesAbove: 1 }, () =>
    typesOf(context).get('.md')?.getEntryInfo({ contents, fileUrl }),
  )
}

/** Returns a file's name as the agency knows it, such as `site/content/faq.yaml`. */
const nameOf = (path: URL, root: URL) => relative(fileURLToPath(root), fileURLToPath(path))

type Place = { path: URL; root: URL; linesAbove: number }

async function explained<Result>(
  { path, root, linesAbove }: Place,
  read: () => Result,
): Promise<Awaited<Result>> {
  try {
    return await read()
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line?: number } }
    if (loc?.line === undefined) throw error
    // Astro counts from 0.
    throw new Error(
      `${nameOf(path, root)}, line ${loc.line + 1 - linesAbove}: ${message}. Put a text with a colon or a # in quotes, and indent the parts of a list alike.`,
      { cause: error },
    )
  }
}

/** Adds an empty collection to the store. Without it, Astro warns on each page that the collection doesn't exist. */
function declare({ store }: LoaderContext) {
  if (store.keys().length > 0) return
  store.set({ id: 'none', data: {} })
  store.delete('none')
}
