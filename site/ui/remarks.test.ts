import { expect, test } from 'bun:test'

import { cutText } from './Remarks.tsx'

const remark = (number: number) => ({ id: String(number), number, anchor: { mediaId: 'm', x: 0, y: 0 } })

test('marks the passages of a text, also within links and over each other, and keeps every character', () => {
  const text = 'See https://example.com/tarts #tarts'
  const shown = cutText(text, [
    { remark: remark(1), from: 0, to: 9 },
    { remark: remark(2), from: 4, to: 29 },
  ])
  expect(shown.map(({ piece }) => piece).join('')).toBe(text)
  const marked = shown.filter(({ isMarked }) => isMarked)
  expect(
    marked.map(({ piece, isLink, remarks }) => [piece, isLink, remarks.map(each => each.number)]),
  ).toEqual([
    ['See ', false, []],
    ['https', true, [1]],
    ['://example.com/tarts', true, [2]],
  ])
})

test('leaves a text without remarks as it is', () => {
  expect(cutText('Open #late', []).map(({ piece, isMarked }) => [piece, isMarked])).toEqual([
    ['Open ', false],
    ['#late', false],
  ])
})
