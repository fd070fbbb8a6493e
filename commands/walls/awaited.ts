import { isTest, lineAt, type Wall } from './source.ts'

/** Matches a statement. Its further lines are indented or begin with a closing bracket. */
const UNAWAITED = /^([ \t]*)expect\(.*(?:\n\1[ \t)}\]].*)*?\.(?:rejects|resolves)\b/gm

/** Assertions on promises must be awaited, because they can't fail a test that has already ended. */
export const assertionsAreAwaited: Wall = sources =>
  sources
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(UNAWAITED)].map(match => ({
        path,
        line: lineAt(text, match.index),
        message: 'Await the assertion on a promise.',
      })),
    )
