import { dirname } from 'node:path'

import { NETWORK_IDS } from '#shared/networks.ts'
import { apiCode, type Fault, importsOf, isCode, isTest, type Source, type Wall } from './source.ts'

/** The folders of api/, and the files at its root, from the lowest floor up: docs/decisions/040. */
const FLOORS = [
  ['db/schema'],
  ['runtime'],
  ['networks/core'],
  ['db', 'networks/meta'],
  ['ai', 'audits', 'mail', 'publishing/call-log.ts', 'storage'],
  NETWORK_IDS.map(id => `networks/${id}`),
  ['networks'],
  ['context.ts'],
  ['deliveries/may-be-published.ts', 'outbox'],
  ['auth/access', 'auth/passwords', 'auth/sessions', 'http'],
  ['auth/middleware'],
  ['auth/two-factor', 'media'],
  ['auth', 'outbox/live', 'deliveries/approval'],
  ['settings'],
  ['ai/write-text.ts', 'notifications', 'scores'],
  ['businesses'],
  ['deliveries', 'visitors/requests'],
  ['accounts', 'visitors'],
  ['calls'],
  ['inbox', 'insights', 'personal-data'],
  ['publishing', 'reports'],
  ['boot', 'posts'],
  ['reviews', 'trial-weeks'],
  ['overview'],
  ['jobs'],
  ['app.ts'],
  ['server.ts'],
]

const heightOf = new Map(FLOORS.flatMap((names, height) => names.map(name => [name, height] as const)))

/** Returns the innermost listed folder that contains the path, or the file itself if it is at the root of api/. */
function listedFolderOf(path: string): string | undefined {
  if (!path.startsWith('api/')) return undefined
  let folder = path.slice('api/'.length)
  while (folder !== '' && !heightOf.has(folder))
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return folder || undefined
}

/** Returns a fault for each import for which `messageFor` returns a message. */
const faultsOfImports = (
  sources: Source[],
  messageFor: (from: string, path: string) => string | false | undefined,
): Fault[] =>
  sources.flatMap(source =>
    importsOf(source).flatMap(({ from, line }) => {
      const message = messageFor(from, source.path)
      return message ? [{ path: source.path, line, message }] : []
    }),
  )

/** Folders import from lower floors only, so that no two depend on each other. */
export const importsPointDown: Wall = sources => [
  ...apiCode(sources)
    .filter(({ path }) => listedFolderOf(path) === undefined)
    .map(({ path }) => ({
      path,
      line: 1,
      message: 'commands/walls/imports.ts has no floor for this folder.',
    })),
  ...faultsOfImports(apiCode(sources), (from, path) => {
    const [target, own] = [from, path].map(listedFolderOf)
    const isBelow = !target || !own || target === own || heightOf.get(target)! < heightOf.get(own)!
    return (
      !isBelow &&
      `${from} isn't on a lower floor (commands/walls/imports.ts): move what both need down, or pass it in.`
    )
  }),
]

const isRoutes = (path: string) => /\/routes(\.ts$|\/)/.test(path)

/** Only app.ts imports routes, except that routes may import those of subfolders. */
export const routesAreForApp: Wall = sources =>
  faultsOfImports(
    apiCode(sources).filter(({ path }) => path !== 'api/app.ts'),
    (from, path) =>
      isRoutes(from) &&
      !(isRoutes(path) && from.startsWith(`${dirname(path)}/`)) &&
      'Only app.ts mounts routes: call the domain function that the route calls.',
  )

const screenOf = (path: string) => /^site\/dashboard\/([^/]+)\//.exec(path)?.[1]

/** Folder that every screen may import. `shell` loads the screens. */
const SHARED = 'shared'
const SHELL = 'shell'

/** Screens don't import each other, so that each can be read, changed and loaded alone. */
export const screensStandAlone: Wall = sources =>
  faultsOfImports(
    sources.filter(({ path }) => screenOf(path) && screenOf(path) !== SHELL && isCode(path) && !isTest(path)),
    (from, path) =>
      ![undefined, screenOf(path), SHARED].includes(screenOf(from)) &&
      `${from} is another screen: move what both need to site/dashboard/shared.`,
  )
