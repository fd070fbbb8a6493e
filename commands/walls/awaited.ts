import { isTest, lineAt, type Wall } from './source.ts'

/** Matches a statement, whose further lines are indented or begin with a closing bracket. */
const UNAWAITED = /^([ \t]*)expect\(.*(?:\n\1[ \t)}\]].*)*?\.(?:rejects|resolves)\b/gm

/** A test ends before an assertion that isn't awaited, so such an assertion can't fail it. */
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
