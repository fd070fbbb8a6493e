import ts from 'typescript'

import {
  importsOf,
  isCode,
  isTest,
  lineAt,
  nodesOf,
  parse,
  type Fault,
  type Source,
  type Wall,
} from './source.ts'

const FEATURES = [
  'accounts',
  'auth',
  'captions',
  'compliance',
  'deletions',
  'domains',
  'exports',
  'drafts',
  'insights',
  'limits',
  'live',
  'media',
  'notifications',
  'outages',
  'posts',
  'profile',
  'provider-posts',
  'push',
  'requests',
  'scores',
  'settings',
  'templates',
  'two-factor',
]

/** The files of a feature that others may use, beside its table and the file that carries its name. */
const DOORS: Record<string, string[]> = {
  accounts: [
    'access-tokens.ts',
    'health.ts',
    'revocations.ts',
    'selected-account.ts',
    'signed-out.ts',
    'withdrawals.ts',
  ],
  auth: ['leaving.ts', 'passwords.ts', 'people.ts', 'sessions.ts'],
  insights: ['read-soon.ts'],
  limits: ['rules.ts'],
  live: ['tail.ts'],
  media: ['file-type.ts', 'received-file.ts', 'remove-of.ts', 'square.ts', 'upload.ts'],
  profile: ['picture.ts'],
  requests: ['inbox.ts'],
  outages: ['probe.ts'],
  posts: ['doubt.ts', 'holds.ts', 'standing.ts', 'tell.ts', 'usage-meter.ts', 'user-holds.ts'],
  scores: ['latest.ts', 'queue.ts'],
  settings: ['unsubscribe.ts'],
}

const folderOf = (path: string) => /^api\/([^/]+)\//.exec(path)?.[1]

const isDoor = (feature: string, file: string) =>
  file === 'table.ts' || file === `${feature}.ts` || (DOORS[feature] ?? []).includes(file)

const apiCode = (sources: Source[]) =>
  sources.filter(({ path }) => path.startsWith('api/') && isCode(path) && !isTest(path))

/** A feature uses another through its domain file, and may join its table. */
export const featuresUseDoors: Wall = sources =>
  apiCode(sources)
    .filter(({ path }) => FEATURES.includes(folderOf(path) ?? ''))
    .flatMap(source =>
      importsOf(source).flatMap(({ from, line }): Fault[] => {
        const feature = folderOf(from)
        const file = from.split('/').slice(2).join('/')
        if (
          !feature ||
          feature === folderOf(source.path) ||
          !FEATURES.includes(feature) ||
          isDoor(feature, file)
        )
          return []
        return [
          {
            path: source.path,
            line,
            message: `${from} is inside another feature: ask through api/${feature}/${feature}.ts.`,
          },
        ]
      }),
    )

/** Routes are mounted by app.ts and used by nobody else. */
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

const WRITES = new Set(['insert', 'update', 'delete'])

/** A table is written by its own feature alone, so that what must stay true of a row is kept in one folder. */
export const featuresWriteTheirOwnTables: Wall = sources =>
  apiCode(sources).flatMap(source => {
    const foreign = new Map(
      importsOf(source)
        .filter(({ from }) => from.endsWith('/table.ts') && folderOf(from) !== folderOf(source.path))
        .flatMap(({ from, names }) => names.map(name => [name, folderOf(from)] as const)),
    )
    if (foreign.size === 0) return []
    const file = parse(source)
    return [...nodesOf(file)].flatMap((node): Fault[] => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
      const [table] = node.arguments
      if (!WRITES.has(node.expression.name.text) || !table || !ts.isIdentifier(table)) return []
      const owner = foreign.get(table.text)
      if (!owner) return []
      const message = `${table.text} belongs to api/${owner}: join it here, and write it through a function of ${owner}.`
      return [{ path: source.path, line: lineAt(source.text, table.getStart(file)), message }]
    })
  })

/** docs/decisions/003: a transaction held across awaits keeps the file's only write lock while others block on it. */
export const writesAreBatches: Wall = sources =>
  apiCode(sources).flatMap(({ path, text }) =>
    [...text.matchAll(/\.transaction\(/g)].map(match => ({
      path,
      line: lineAt(text, match.index),
      message: 'Writes that belong together go through db.batch: see docs/decisions/003.',
    })),
  )
