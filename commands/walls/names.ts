import { isCode, type Wall } from './source.ts'

const VAGUE = /^(utils?|helpers?|misc|types?|common|index)\.(tsx?|mjs)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
/** The test of a component has its name, whether it renders it or tests the functions beside it. */
const COMPONENT = /^[A-Z][A-Za-z0-9]*(\.(tsx|astro)|\.test\.tsx?)$/

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
