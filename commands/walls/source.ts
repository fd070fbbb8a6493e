import { $ } from 'bun'
import ts from 'typescript'

/** A file with its path from the root of the repository. */
export type Source = { path: string; text: string }
export type Fault = { path: string; line: number; message: string }
export type Wall = (sources: Source[]) => Fault[]

export type Import = { from: string; names: string[]; line: number }

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('api/test/')

export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)

/** Returns the api's files without its tests. */
export const apiCode = (sources: Source[]) =>
  sources.filter(({ path }) => path.startsWith('api/') && isCode(path) && !isTest(path))

export const parse = ({ path, text }: Source) =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Returns a fault for each match. */
export const matchesOf = (sources: Source[], pattern: RegExp, message: string): Fault[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(match => ({
      path,
      line: lineAt(text, match.index),
      message: `${match[0].trim()}: ${message}`,
    })),
  )

/** Yields every node of a file, parents first. */
export function* nodesOf(root: ts.Node): Generator<ts.Node> {
  const waiting = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    const children: ts.Node[] = []
    node.forEachChild(child => void children.push(child))
    waiting.push(...children.toReversed())
  }
}

/** Caches each file's imports, because several walls need them. */
const known = new WeakMap<Source, Import[]>()

/** Returns static, dynamic and re-exported imports within the repository, as paths from its root. */
export function importsOf(source: Source): Import[] {
  const found = known.get(source) ?? findImports(source)
  known.set(source, found)
  return found
}

function findImports(source: Source): Import[] {
  const file = parse(source)
  const found: Import[] = []
  for (const node of nodesOf(file)) {
    const specifier = specifierOf(node)
    const from = specifier && resolve(source.path, specifier)
    if (from) found.push({ from, names: namesOf(node), line: lineAt(source.text, node.getStart(file)) })
  }
  return found
}

function specifierOf(node: ts.Node): string | undefined {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments
    return argument && ts.isStringLiteral(argument) ? argument.text : undefined
  }
  return undefined
}

function namesOf(node: ts.Node): string[] {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined
  return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(element => element.name.text) : []
}

function resolve(path: string, specifier: string): string | undefined {
  if (/^#(api|shared|site)\//.test(specifier)) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  return new URL(specifier, `file:///${path}`).pathname.slice(1)
}

const TEXT =
  /\.(tsx?|mjs|astro|css|json|md|toml|sql|svg|html|sh|yml)$|(^|\/)(\.[\w.]+|LICENSE|run|bun\.lock)$/

/** Reads all files that are tracked by git or could be added to it. */
export async function readSources(): Promise<Source[]> {
  const listed = await $`git ls-files --cached --others --exclude-standard`.text()
  const paths = listed.split('\n').filter(path => TEXT.test(path))
  const sources = await Promise.all(
    paths.map(async path => {
      const file = Bun.file(path)
      return (await file.exists()) ? [{ path, text: await file.text() }] : []
    }),
  )
  return sources.flat()
}
