import { importsOf, isCode, isTest, type Wall } from './source.ts'

const screenOf = (path: string) => /^site\/dashboard\/([^/]+)\//.exec(path)?.[1]

/** Folders of the dashboard that every screen may use. */
const SHELL = new Set(['shell', 'domains', 'accounts', 'post-dialogs'])

/** A screen can be read, changed and loaded without any other. */
export const screensStandAlone: Wall = sources =>
  sources
    .filter(({ path }) => screenOf(path) && isCode(path) && !isTest(path))
    .flatMap(source =>
      importsOf(source)
        .filter(({ from }) => {
          const screen = screenOf(from)
          return screen && screen !== screenOf(source.path) && !SHELL.has(screen)
        })
        .map(({ from, line }) => ({
          path: source.path,
          line,
          message: `${from} is another screen: move what both need to site/ui (looks) or site/lib (data).`,
        })),
    )
