import { importsOf, isCode, isTest, type Wall } from './source.ts'

const screenOf = (path: string) => /^site\/dashboard\/([^/]+)\//.exec(path)?.[1]

/** Folder that every screen may import. `shell` loads the screens. */
const SHARED = 'shared'
const SHELL = 'shell'

/** Screens don't import each other, so that each can be read, changed and loaded alone. */
export const screensStandAlone: Wall = sources =>
  sources
    .filter(({ path }) => screenOf(path) && screenOf(path) !== SHELL && isCode(path) && !isTest(path))
    .flatMap(source =>
      importsOf(source)
        .filter(({ from }) => {
          const screen = screenOf(from)
          return screen && screen !== screenOf(source.path) && screen !== SHARED
        })
        .map(({ from, line }) => ({
          path: source.path,
          line,
          message: `${from} is another screen: move what both need to site/dashboard/shared.`,
        })),
    )
