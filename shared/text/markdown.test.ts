import { describe, expect, test } from 'bun:test'

import {
  firstLineOf,
  hasMarkdown,
  type MarkdownBlock,
  type MarkdownList,
  parseMarkdown,
  type Run,
} from './markdown.ts'

/** Writes what was parsed in short: `B` and `I` before bold and italic text, `<url>` before a link, ` / ` between lines. */
const shown = (source: string) => parseMarkdown(source).map(block)

function block(part: MarkdownBlock): unknown {
  if (part.type === 'quote') return { quote: part.blocks.map(block) }
  if (part.type === 'list') return list(part)
  return part.type === 'heading' ? { [`h${part.level}`]: linesOf(part.lines) } : linesOf(part.lines)
}
const list = ({ isOrdered, items }: MarkdownList): unknown => ({
  [isOrdered ? 'ol' : 'ul']: items.flatMap(({ lines, lists }) => [linesOf(lines), ...lists.map(list)]),
})
const linesOf = (lines: readonly (readonly Run[])[]) =>
  lines
    .map(runs =>
      runs
        .map(({ text, isBold, isItalic, url }) => {
          const marks = `${isBold ? 'B' : ''}${isItalic ? 'I' : ''}${url === undefined ? '' : `<${url}>`}`
          return marks ? `{${marks}|${text}}` : text
        })
        .join(''),
    )
    .join(' / ')

describe('headings, quotes and paragraphs', () => {
  test.each<[string, unknown[]]>([
    ['One\ntwo\n\n \nthree', ['One / two', 'three']],
    ['# A\n## B\n###### C\nText', [{ h2: 'A' }, { h2: 'B' }, { h6: 'C' }, 'Text']],
    ['#pipes #taps\n##\n####### x', ['#pipes #taps / ## / ####### x']],
    ['Text\n> a\n> b\n>\n> c\nafter', ['Text', { quote: ['a / b', 'c'] }, 'after']],
    ['>50 % off\n>> Look <<', ['>50 % off / >> Look <<']],
    ['> > > > a', [{ quote: [{ quote: [{ quote: ['> a'] }] }] }]],
    ['> ', ['>']],
    ['a\n>\n> \nb', ['a / > / > / b']],
    ['<b>x</b> &amp; `code`\n---\n* * *', ['<b>x</b> &amp; `code` / --- / * * *']],
  ])('%j', (source, blocks) => expect(shown(source)).toEqual(blocks))
})

describe('lists', () => {
  test.each<[string, unknown[]]>([
    ['We do:\n- a\n- b\nCall us', ['We do:', { ul: ['a', 'b'] }, 'Call us']],
    ['1. a\n2) b\n\n3. c\n\n\n- d\n- e', [{ ol: ['a', 'b', 'c'] }, { ul: ['d', 'e'] }]],
    ['1. a\n1. b\n1. c', [{ ol: ['a', 'b', 'c'] }]],
    ['1. a\n2. b\n\n1. c\n2. d', [{ ol: ['a', 'b'] }, { ol: ['c', 'd'] }]],
    ['1. a\n   - x\n   - y\n2. b', [{ ol: ['a', { ul: ['x', 'y'] }, 'b'] }]],
    ['1. December: open\n24. December: closed', ['1. December: open / 24. December: closed']],
    ['- a\n  - b\n  24. May', [{ ul: ['a', { ul: ['b / 24. May'] }] }]],
    ['1. a\n2. b\n  1. May\n  3. May', [{ ol: ['a', 'b', { ol: ['May / 3. May'] }] }]],
    ['* a\n  more\n  1. x\n  2. y\n+ b', [{ ul: ['a / more', { ol: ['x', 'y'] }, 'b'] }]],
    ['\t- a\n\t\t- b', [{ ul: ['a', { ul: ['b'] }] }]],
    ['- 20 % off', ['- 20 % off']],
    ['Thanks\n- Pat', ['Thanks / - Pat']],
    ['1. Advent', ['1. Advent']],
    ['24. December\n25. December', ['24. December / 25. December']],
    ['-20 %\n-30 %', ['-20 % / -30 %']],
    ['- \n- ', ['- / -']],
    ['> - a\n> - **b**', [{ quote: [{ ul: ['a', '{B|b}'] }] }]],
  ])('%j', (source, blocks) => expect(shown(source)).toEqual(blocks))

  test('go six deep', () => {
    const lines = Array.from({ length: 9 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`)
    const depthOf = ({ items }: MarkdownList): number =>
      1 + Math.max(0, ...items.flatMap(item => item.lists.map(depthOf)))
    expect(parseMarkdown(lines.join('\n')).map(each => depthOf(each as MarkdownList))).toEqual([6])
  })
})

describe('bold, italic and links', () => {
  test.each([
    ['**a *b* c** and ***d***', '{B|a }{BI|b}{B| c} and {BI|d}'],
    ['*a **b** c*\n**d\ne**', '{I|a }{BI|b}{I| c} / {B|d} / {B|e}'],
    ['5 * 3 * 2, 5*3*2 and **5*3**', '5 * 3 * 2, 5*3*2 and {B|5*3}'],
    ['*terms apply', '*terms apply'],
    ['** a ** and ****', '** a ** and ****'],
    ['これは**太字**です', 'これは{B|太字}です'],
    [String.raw`\*a\* \[b] \\ C:\new ¯\_(ツ)_/¯`, String.raw`*a* [b] \ C:\new ¯\_(ツ)_/¯`],
    [String.raw`**a\*b**`, '{B|a}{B|*b}'],
    [
      '[a **b**](https://a.example/x_(y)?c=1) c',
      '{<https://a.example/x_(y)?c=1>|a }{B<https://a.example/x_(y)?c=1>|b} c',
    ],
    [
      '[us](tel:+61400000000), [mail](mailto:a@b.example)',
      '{<tel:+61400000000>|us}, {<mailto:a@b.example>|mail}',
    ],
    [
      '[a](javascript:alert(1)) [b](/c) [](https://d.example)',
      '[a](javascript:alert(1)) [b](/c) []({<https://d.example>|https://d.example})',
    ],
    ['[a [b](https://b.example) c](x)', '[a {<https://b.example>|b} c](x)'],
    ['[https://a.example](https://b.example)', '{<https://b.example>|https://a.example}'],
    ['![a](https://a.example/a.png)', '![a]({<https://a.example/a.png>|https://a.example/a.png})'],
    [
      '[![a](https://a.example/a.png)](https://b.example)',
      '{<https://b.example>|![a](https://a.example/a.png)}',
    ],
    ['**https://a.example/*b*c** d', '{B<https://a.example/*b*c>|https://a.example/*b*c} d'],
    ['*a [b*](https://b.example) c*', '{I|a }{I<https://b.example>|b*}{I| c}'],
  ])('%j', (source, line) => expect(shown(source)).toEqual([line]))
})

test('gives each run its position in the source', () => {
  const source = '## A *b*\n> - **c** d\n>   \\*e\n> - [f](https://f.example)\n\ng'
  const runsOf = (blocks: readonly MarkdownBlock[]): Run[] =>
    blocks.flatMap(each =>
      each.type === 'quote'
        ? runsOf(each.blocks)
        : each.type === 'list'
          ? each.items.flatMap(item => [...item.lines.flat(), ...runsOf(item.lists)])
          : each.lines.flat(),
    )
  const runs = runsOf(parseMarkdown(source))
  expect(runs.map(({ text }) => text)).toEqual(['A ', 'b', 'c', ' d', '*e', 'f', 'g'])
  for (const { text, from } of runs) expect(source.slice(from, from + text.length)).toBe(text)
})

test('returns the first visible line as plain text', () => {
  expect(firstLineOf(parseMarkdown('\n## **Burst** pipes\nText'))).toBe('Burst pipes')
  expect(firstLineOf(parseMarkdown('> - *a*\n> - b'))).toBe('a')
  expect(firstLineOf(parseMarkdown('\u200B\n\n> \u2800\n\nText'))).toBe('Text')
  expect(firstLineOf(parseMarkdown(' \n'))).toBe('')
})

test.each([
  ['asterisks', '*'],
  ['words with asterisks', '*a **b ***c a* b** c*** '],
  ['brackets', '['],
  ['links without an end', '[a](https://a'],
  ['links', '[a](https://a.example) '],
  ['quotes', '>'],
  ['quotes in quotes', '> '],
  ['lines of quotes', '> > > > a\n'],
  ['empty lines of quotes', '>\n'],
  ['items', '- '],
  ['items of lists', '- a\n'],
  ['lists that begin anew', '- a\n1. b\n'],
  ['lists with gaps', '- a\n\n\n'],
  ['headings', '# a\n'],
])('reads 60,000 characters of %s in linear time', (_, piece) => {
  const time = (length: number) => {
    const text = piece.repeat(length / piece.length)
    return Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage()
        parseMarkdown(text)
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      }),
    )
  }
  expect(time(60_000)).toBeLessThan(200)
})

test('reads deeply nested lists in linear time', () => {
  const lines = Array.from({ length: 340 }, (_, depth) => `${'  '.repeat(depth)}- a`)
  const began = performance.now()
  parseMarkdown(lines.join('\n'))
  expect(performance.now() - began).toBeLessThan(500)
})

test.each([
  ['Open late\n\n  and  early, 5 * 3 * 2, https://a.example/?b=1', false],
  ['- 20 % off', false],
  ['', false],
  ['Open **late**', true],
  ['2 \\* 3', true],
  ['See [our menu](https://a.example)', true],
  ['- one\n- two', true],
  ['> Lovely', true],
  ['## Bread', true],
])('tells whether %j contains Markdown', (source, expected) => {
  expect(hasMarkdown(source)).toBe(expected)
})
