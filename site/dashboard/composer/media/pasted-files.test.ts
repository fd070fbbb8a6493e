import { expect, test } from 'bun:test'

import { pastedFiles } from './pasted-files.ts'

const picture = new File(['…'], 'image.png', { type: 'image/png' })
const paste = (text: string, html = '', file = picture) =>
  pastedFiles({ files: [file], getData: format => (format === 'text/plain' ? text : html) })

test('pastes the text that Word, Excel and Pages copy together with a picture of it', () => {
  expect(
    paste('Winter is when pipes burst\r\n', '<p class=MsoNormal>Winter is when pipes burst</p>'),
  ).toEqual([])
  expect(paste('Taps\t12\r\nPipes\t7\r\n', '<table><tr><td>Taps</td></tr></table>')).toEqual([])
})

test('pastes a screenshot, and a picture that was copied from Word', () => {
  expect(paste('')).toEqual([picture])
  expect(paste(' \r\n', '<img src="file:///tmp/clip_image001.png">')).toEqual([picture])
})

test('pastes a picture that was copied from a page together with its URL', () => {
  const url = 'https://pat.example/tap.png?w=2&h=1'
  expect(paste(url, '<img src="https://pat.example/tap.png?w=2&amp;h=1">')).toEqual([picture])
  expect(paste('https://pat.example/sale', '<a href="https://pat.example/sale">Sale</a>')).toEqual([])
})

test('pastes a file whose name or path comes with it as text', () => {
  const file = new File(['…'], 'Pat’s tap.jpg', { type: 'image/jpeg' })
  for (const text of [
    'Pat’s tap.jpg',
    '/media/pat/Pat’s tap.jpg',
    'file:///media/pat/Pat%E2%80%99s%20tap.jpg',
    'C:\\Pictures\\Pat’s tap.jpg',
  ])
    expect(paste(text, '', file)).toEqual([file])
})
