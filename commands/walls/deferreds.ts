import ts from 'typescript'

import { type Fault, isCode, isTest, lineAt, nodesOf, parse, type Source, type Wall } from './source.ts'

const MESSAGE =
  'a rejection without a handler ends the process: add `….promise.catch(() => {})` in the next statement, or return the promise from a function without await.'

/** A deferred that can reject needs a handler at once, because code that is awaited first may throw or take long. */
export const deferredsAreListenedTo: Wall = sources =>
  sources.filter(({ path }) => isCode(path) && !isTest(path)).flatMap(faultsOf)

function faultsOf(source: Source): Fault[] {
  if (!source.text.includes('withResolvers')) return []
  const file = parse(source)
  return [...nodesOf(file)].flatMap((node): Fault[] => {
    if (!ts.isVariableDeclaration(node) || !isDeferred(node.initializer)) return []
    const statement = node.parent.parent
    const scope = statement.parent
    if (!ts.isVariableStatement(statement) || (!ts.isBlock(scope) && !ts.isSourceFile(scope))) return []
    const { promise, canReject } = namesOf(node.name, scope.getText(file))
    if (!canReject || isListenedTo(scope, statement, promise, file)) return []
    return [{ path: source.path, line: lineAt(source.text, node.getStart(file)), message: MESSAGE }]
  })
}

const isDeferred = (node: ts.Expression | undefined) =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'withResolvers'

/** Returns the promise's expression. `canReject` is true if the scope rejects it, or passes on its `reject`. */
function namesOf(name: ts.BindingName, scope: string) {
  if (ts.isIdentifier(name)) {
    return {
      promise: `${name.text}.promise`,
      canReject: new RegExp(`\\b${name.text}\\.reject\\b`).test(scope),
    }
  }
  const parts = new Map(
    name.elements.flatMap(element =>
      ts.isBindingElement(element)
        ? [[(element.propertyName ?? element.name).getText(), element.name.getText()] as const]
        : [],
    ),
  )
  return { promise: parts.get('promise') ?? '', canReject: parts.has('reject') }
}

function isListenedTo(
  scope: ts.Block | ts.SourceFile,
  statement: ts.Statement,
  promise: string,
  file: ts.SourceFile,
): boolean {
  const next = scope.statements[scope.statements.indexOf(statement) + 1]
  if (next?.getText(file).startsWith(`${promise}.catch(`)) return true
  const isAsync =
    ts.isArrowFunction(scope.parent) || ts.isFunctionDeclaration(scope.parent)
      ? scope.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
      : true
  return (
    !isAsync &&
    scope.statements.some(one => ts.isReturnStatement(one) && one.expression?.getText(file) === promise)
  )
}
