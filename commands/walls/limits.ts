import { isTest, lineAt, type Wall } from './source.ts'

/** Matches a number of its own as the limit of a test, a hook or a file. */
const OWN_LIMIT = /\bsetDefaultTimeout\(\d|^[ \t]*\}, [\d_]{4,}\)$|^[ \t]*\},\n[ \t]*[\d_]{4,},\n\)$/gm

/** Limits of tests end only hung ones, so that no test fails because the machine is busy. */
export const testsShareOneLimit: Wall = sources =>
  sources
    .filter(({ path }) => isTest(path) || path.startsWith('e2e/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(OWN_LIMIT)].map(match => ({
        path,
        line: lineAt(text, match.index),
        message: 'Leave the limit to HUNG_AFTER_MS.',
      })),
    )
