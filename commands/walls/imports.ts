import { type Fault, importsOf, isCode, isTest, type Source, type Wall } from './source.ts'

/** The folders of api/, and the files at its root, from the lowest floor up: docs/decisions/040. */
const FLOORS = [
  ['db/schema', 'spreadsheets'],
  ['runtime'],
  ['networks/core'],
  ['db', 'networks/meta'],
  ['ai', 'audits', 'mail', 'networks/facebook', 'networks/google', 'networks/instagram', 'storage'],
  ['networks'],
  ['context.ts'],
  ['deliveries/may-be-published.ts', 'outbox'],
  ['auth/access', 'auth/passwords', 'auth/sessions', 'http'],
  ['auth/middleware'],
  ['auth/two-factor', 'media'],
  ['auth', 'live', 'deliveries/approval'],
  ['settings'],
  ['notifications', 'scores', 'writing'],
  ['businesses'],
  ['deliveries', 'requests'],
  ['accounts', 'public-audits'],
  ['insights', 'personal-data'],
  ['publishing', 'reports'],
  ['boot', 'posts'],
  ['overview', 'reviews'],
  ['jobs'],
  ['app.ts'],
  ['server.ts'],
]

const heightOf = new Map(FLOORS.flatMap((names, height) => names.map(name => [name, height] as const)))

/** Returns the innermost listed folder that contains the path, or the file itself if it is at the root of api/. */
function listedFolderOf(path: string): string | undefined {
  if (!path.startsWith('api/')) return undefined
  let room = path.slice('api/'.length)
  while (room !== '' && !heightOf.has(room)) room = room.slice(0, Math.max(0, room.lastIndexOf('/')))
  return room === '' ? undefined : room
}

const apiCode = (sources: Source[]) =>
  sources.filter(({ path }) => path.startsWith('api/') && isCode(path) && !isTest(path))

/** Folders import from lower floors only, so that no two depend on each other. */
export const importsPointDown: Wall = sources =>
  apiCode(sources).flatMap(source => {
    const room = listedFolderOf(source.path)
    if (room === undefined)
      return [
        { path: source.path, line: 1, message: 'commands/walls/imports.ts has no floor for this folder.' },
      ]
    return importsOf(source).flatMap(({ from, line }): Fault[] => {
      const below = listedFolderOf(from)
      if (below === undefined || below === room || heightOf.get(below)! < heightOf.get(room)!) return []
      const message = `${from} isn't on a lower floor (commands/walls/imports.ts): move what both need down, or pass it in.`
      return [{ path: source.path, line, message }]
    })
  })

/** Only app.ts imports routes. */
export const routesAreForApp: Wall = sources =>
  apiCode(sources)
    .filter(({ path }) => path !== 'api/app.ts')
    .flatMap(source =>
      importsOf(source)
        .filter(({ from }) => from.endsWith('/routes.ts'))
        .map(({ line }) => ({
          path: source.path,
          line,
          message: 'Only app.ts mounts routes: call the domain function that the route calls.',
        })),
    )

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
