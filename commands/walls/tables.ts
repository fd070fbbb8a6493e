import ts from 'typescript'

import { apiCode, type Fault, importsOf, lineAt, nodesOf, parse, type Wall } from './source.ts'

/** Schemas whose tables are written by folders of another name. */
const WRITERS: Record<string, string[]> = {
  activity: ['businesses/activity'],
  approvals: ['reviews', 'deliveries/approval'],
  bookings: ['visitors/bookings'],
  compliance: ['accounts/compliance'],
  domains: ['businesses'],
  drafts: ['posts/drafts'],
  feeds: ['posts/feeds'],
  imports: ['posts/imports'],
  inbox: ['inbox'],
  jobs: ['jobs'],
  limits: ['http/limits'],
  live: ['outbox'],
  mail: ['outbox'],
  members: ['auth/access', 'businesses/members'],
  outages: ['accounts'],
  posts: ['posts', 'publishing', 'deliveries', 'reviews'],
  processes: ['boot/processes'],
  'public-audits': ['visitors/audits'],
  push: ['notifications/push'],
  requests: ['visitors/requests'],
  slots: ['posts/slots'],
  'saved-texts': ['posts/saved-texts'],
  'two-factor': ['auth/two-factor'],
}

const schemaOf = (path: string) => /^api\/db\/schema\/[^/]+\/([^/]+)\.ts$/.exec(path)?.[1]
const writersOf = (schema: string) => WRITERS[schema] ?? [schema]
const isWriter = (path: string, schema: string) =>
  writersOf(schema).some(folder => path.startsWith(`api/${folder}/`))

const WRITES = new Set(['insert', 'update', 'delete'])

/** Only its own feature writes to a table, so that the table's invariants are in one folder. */
export const featuresWriteTheirOwnTables: Wall = sources =>
  apiCode(sources).flatMap(source => {
    const foreign = new Map(
      importsOf(source)
        .map(({ from, names }) => ({ names, schema: schemaOf(from) }))
        .filter(({ schema }) => schema && !isWriter(source.path, schema))
        .flatMap(({ names, schema }) => names.map(name => [name, schema] as const)),
    )
    if (foreign.size === 0) return []
    const file = parse(source)
    return [...nodesOf(file)].flatMap((node): Fault[] => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
      const [table] = node.arguments
      if (!WRITES.has(node.expression.name.text) || !table || !ts.isIdentifier(table)) return []
      const owner = foreign.get(table.text)
      if (!owner) return []
      const message = `${table.text} is written by ${writersOf(owner).join(', ')} alone: join it here, and write it through a function of theirs.`
      return [{ path: source.path, line: lineAt(source.text, table.getStart(file)), message }]
    })
  })
