import { isCode, type Wall } from './source.ts'

const VAGUE = /^(utils?|helpers?|misc|types?|common|index)\.(tsx?|mjs)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
const COMPONENT = /^[A-Z][A-Za-z0-9]*(\.test)?\.(tsx|astro)$/
const MAX_LINES = 300

/** Astro derives a page's URL from its file name. */
const isPage = (path: string) => path.startsWith('site/pages/')

export const filesAreNamedByNoun: Wall = sources =>
  sources
    .filter(({ path }) => isCode(path) && !isPage(path))
    .flatMap(({ path }) => {
      const name = path.split('/').at(-1)!
      if (VAGUE.test(name))
        return [{ path, line: 1, message: 'Name the file after what is in it: this name fits anything.' }]
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
