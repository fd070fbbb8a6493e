import { isCode, type Wall } from './source.ts'

const VAGUE = /^(utils?|helpers?|misc|types?|common|index)\.(tsx?|mjs)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
const COMPONENT = /^[A-Z][A-Za-z0-9]*(\.test)?\.(tsx|astro)$/
const MAX_LINES = 300
const MAX_FILES = 20
/** Keeps `server.ts` and `app.ts`, where a reader of the api starts, among few files. */
const MAX_FILES_OF: Record<string, number> = { api: 6 }
const maxFilesOf = (folder: string) => MAX_FILES_OF[folder] ?? MAX_FILES
/** Files whose names begin with the same word belong in a folder of that name. */
const MAX_ALIKE = 2
const TEST = /\.test\.tsx?$/
const FIRST_WORD = /^[A-Z]?[a-z0-9]+/
/** drizzle-kit writes a file for each migration, and docs/decisions is a numbered list. */
const LISTS = /^(api\/db\/migrations|docs\/decisions)(\/|$)/

/** Astro derives a page's URL from its file name. */
const isPage = (path: string) => path.startsWith('site/pages/')

export const filesAreNamedByNoun: Wall = sources =>
  sources
    .filter(({ path }) => isCode(path) && !isPage(path))
    .flatMap(({ path }) => {
      const name = path.split('/').at(-1)!
      if (VAGUE.test(name))
        return [{ path, line: 1, message: 'Name the file after its content: this name fits anything.' }]
      if (!KEBAB.test(name) && !COMPONENT.test(name)) {
        return [{ path, line: 1, message: 'Files are kebab-case.ts, components PascalCase.tsx.' }]
      }
      return []
    })

export const filesStaySmall: Wall = sources =>
  sources
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').length
      return lines > MAX_LINES
        ? [{ path, line: lines, message: `${lines} lines: split it by noun (at most ${MAX_LINES}).` }]
        : []
    })

export const foldersStaySmall: Wall = sources =>
  foldersOf(sources.map(({ path }) => path))
    .filter(([folder, names]) => names.length > maxFilesOf(folder) && !LISTS.test(folder))
    .map(([folder, names]) => ({
      path: folder,
      line: 1,
      message: `${names.length} files without tests: divide them by noun (at most ${maxFilesOf(folder)}).`,
    }))

/** A component may repeat the name of its folder. */
export const sharedPrefixesAreFolders: Wall = sources =>
  foldersOf(sources.map(({ path }) => path).filter(path => isCode(path) && !isPage(path))).flatMap(
    ([folder, names]) => {
      const own = folder.split('/').at(-1) ?? ''
      const alike = Object.groupBy(names, name => FIRST_WORD.exec(name)?.[0].toLowerCase() ?? '')
      return Object.entries(alike)
        .filter(([word, files = []]) => files.length > MAX_ALIKE && !own.startsWith(word))
        .map(([word, files = []]) => ({
          path: `${folder}/${files[0]}`,
          line: 1,
          message: `${files.length} files begin with “${word}”: give them a folder of that name.`,
        }))
    },
  )

/** Returns the folders with the names of their files, tests aside. */
function foldersOf(paths: string[]): [folder: string, names: string[]][] {
  const folders = new Map<string, string[]>()
  for (const path of paths.filter(path => path.includes('/') && !TEST.test(path))) {
    const [, folder = '', name = ''] = /^(.*)\/(.*)$/.exec(path) ?? []
    folders.set(folder, [...(folders.get(folder) ?? []), name])
  }
  return [...folders]
}
