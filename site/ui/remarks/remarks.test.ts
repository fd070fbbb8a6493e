import { expect, test } from 'bun:test'

import type { PostComment } from '#shared/posts/approvals.ts'
import { parseMarkdown } from '#shared/text/markdown.ts'
import { cutRuns } from '#site/ui/previews/ArticleText.tsx'
import { cutText } from './MarkedText.tsx'
import { toRemarks } from './Remarks.tsx'

const anchor = { mediaId: 'm', x: 0, y: 0 }
const remark = (label: string) => ({ id: label, label, anchor, isOpen: true })

test('marks the passages of a text, also within links and over each other, and keeps every character', () => {
  const text = 'See https://example.com/tarts #tarts'
  const shown = cutText(text, [
    { remark: remark('1'), from: 0, to: 9 },
    { remark: remark('2'), from: 4, to: 29 },
  ])
  expect(shown.map(({ piece }) => piece).join('')).toBe(text)
  const marked = shown.filter(({ isMarked }) => isMarked)
  expect(
    marked.map(({ piece, isLink, remarks }) => [piece, isLink, remarks.map(each => each.label)]),
  ).toEqual([
    ['See ', false, []],
    ['https', true, ['1']],
    ['://example.com/tarts', true, ['2']],
  ])
})

test('marks the passages of an article across its styles, with the pin at the end', () => {
  const text = '**Turn off** the *water*'
  const runs = parseMarkdown(text).flatMap(block => (block.type === 'paragraph' ? block.lines.flat() : []))
  const passages = [
    { remark: remark('1'), from: 7, to: text.length },
    { remark: remark('2'), from: 0, to: 12 },
  ]
  const pieces = [...cutRuns(runs, passages).values()].flat()
  expect(
    pieces.map(({ text, from, isMarked, remarks }) => [
      text,
      from,
      isMarked,
      remarks.map(each => each.label),
    ]),
  ).toEqual([
    ['Turn ', 2, true, []],
    ['off', 7, true, ['2']],
    [' the ', 12, true, []],
    ['water', 18, true, ['1']],
  ])
})

test('leaves a text without remarks as it is', () => {
  expect(cutText('Open #late', []).map(({ piece, isMarked }) => [piece, isMarked])).toEqual([
    ['Open ', false],
    ['#late', false],
  ])
})

test('numbers what reviewers see as if the team’s own remarks didn’t exist, and keeps the number of a resolved one', () => {
  const comment = (_id: string, more: Partial<PostComment> = {}) =>
    ({ _id, internal: false, ...more }) as PostComment
  const all = [
    comment('a', { anchor }),
    comment('b', { anchor, internal: true }),
    comment('c'),
    comment('d', { anchor, resolvedAt: '2026-11-28T09:00:00.000Z' }),
    comment('e', { anchor, internal: true }),
    comment('f', { anchor }),
  ]
  const labels = (comments: readonly PostComment[]) =>
    toRemarks(comments).map(({ id, label, isOpen }) => `${id} ${label}${isOpen ? '' : ' resolved'}`)
  expect(labels(all)).toEqual(['a 1', 'b T1', 'd 2 resolved', 'e T2', 'f 3'])
  expect(labels(all.filter(({ internal }) => !internal))).toEqual(['a 1', 'd 2 resolved', 'f 3'])
})
