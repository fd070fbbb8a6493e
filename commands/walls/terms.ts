import { type Fault, isCode, lineAt, type Source, type Wall } from './source.ts'

/** Private expressions, each with the term that engineers use. */
const PRIVATE_TERMS: [expression: string, term: string][] = [
  ['under (?:an?|the|another|its|this) (?:\\w+ )?link\\b', 'with a link'],
  [
    "(?:may|might) be out\\b(?! of)|(?:is|are)n['’]t out\\b|is out already\\b",
    'may be public, isn’t published',
  ],
  ['what (?:goes|went|go) out\\b', 'the content, the post'],
  ['(?:hears?|told|tells? \\w+) of\\b', 'is notified of'],
  ['who(?:m|so)?ever\\b', 'the person, including others'],
  ['anew\\b', 'again'],
]

const COMMENT = /\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm
const TITLE = /\b(?:test|it|describe)(?:\.\w+)?\(\s*(['"`])(?:(?!\1)[^\\\n])*\1/g
const UNTYPED_THROWS = /@throws (?!\{)/g

const isSource = ({ path }: Source) =>
  (isCode(path) || path.endsWith('.astro')) && !path.startsWith('commands/walls/')

const passages = (text: string) => [COMMENT, TITLE].flatMap(pattern => [...text.matchAll(pattern)])

/** A private word costs every reader a lookup, and `@throws` without a class says nothing that a caller can catch. */
export const sentencesUseStandardTerms: Wall = sources =>
  sources.filter(isSource).flatMap(({ path, text }) =>
    passages(text).flatMap(({ 0: passage, index }): Fault[] => {
      const faultAt = (offset: number, message: string) => ({
        path,
        line: lineAt(text, index + offset),
        message,
      })
      const plain = passage.replaceAll(/\n\s*\*/g, gap => ' '.repeat(gap.length))
      return [
        ...PRIVATE_TERMS.flatMap(([expression, term]) =>
          [...plain.matchAll(new RegExp(`\\b(?:${expression.replaceAll(' ', '\\s+')})`, 'gi'))].map(found =>
            faultAt(found.index, `“${found[0]}”: write “${term}”.`),
          ),
        ),
        ...[...plain.matchAll(UNTYPED_THROWS)].map(found =>
          faultAt(found.index, 'Name the class that is thrown: `@throws {Error} if …`.'),
        ),
      ]
    }),
  )
