import ts from 'typescript'

import { apiCode, type Fault, lineAt, resolve, type Wall } from './source.ts'

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
  apiCode(sources).flatMap(({ path, text }) => {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    const foreign = new Map(file.statements.flatMap(statement => foreignTables(statement, path)))
    const faults: Fault[] = []
    const visit = (node: ts.Node) => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const [table] = node.arguments
        const isWrite = WRITES.has(node.expression.name.text)
        const owner = isWrite && table && ts.isIdentifier(table) && foreign.get(table.text)
        if (owner)
          faults.push({
            path,
            line: lineAt(text, table.getStart(file)),
            message: `${table.text} is written by ${writersOf(owner).join(', ')} alone: join it here, and write it through a function of theirs.`,
          })
      }
      node.forEachChild(visit)
    }
    if (foreign.size > 0) visit(file)
    return faults
  })

/** Returns the tables that a statement imports into a folder that doesn't own them, with their schema's name. */
function foreignTables(statement: ts.Statement, path: string): [table: string, schema: string][] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
  const schema = schemaOf(resolve(path, statement.moduleSpecifier.text) ?? '')
  const bindings = statement.importClause?.namedBindings
  if (!schema || isWriter(path, schema) || !bindings || !ts.isNamedImports(bindings)) return []
  return bindings.elements.map(({ name }) => [name.text, schema])
}
