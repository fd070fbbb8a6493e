import { type Fault, isCode, lineAt, type Source, type Wall } from './source.ts'

const OPENER = '(?:What|Who|Whose|Whom|Whether|Of|Where|That|Which|How)\\b'
/** Docstrings may not open with *When* or *Why* either. Line comments may, because a main clause can follow. */
const DOCSTRING = new RegExp(`(?<=/\\*\\*\\s+(?:\\*\\s+)?)(?:${OPENER}|(?:When|Why)\\b)`, 'g')
const COMMENT = new RegExp(`(?<=^\\s*//\\s+)${OPENER}`, 'gm')
const TEST = new RegExp(`(?<=\\b(?:test|it|describe)(?:\\.\\w+)?\\(\\s*['"\`])${OPENER}`, 'gi')

const isSource = ({ path }: Source) => isCode(path) || path.endsWith('.astro')

const openers = (sources: Source[], pattern: RegExp, message: string): Fault[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(match => ({ path, line: lineAt(text, match.index), message })),
  )

/** A sentence that opens with a relative clause hides its subject. */
export const sentencesNameTheirSubject: Wall = sources => {
  const code = sources.filter(isSource)
  return [
    ...openers(code, DOCSTRING, 'Open the docstring with its subject or a third-person verb.'),
    ...openers(code, COMMENT, 'Open the comment with its subject or a third-person verb.'),
    ...openers(code, TEST, 'Name the test by a present-tense sentence about the product.'),
  ]
}
