import { expect, test } from 'bun:test'

import { hashtagsOf, markLinks, mentionsOf } from './tags.ts'

test('finds hashtags and mentions with either sign', () => {
  const text = 'Sale #today ＃桜 by @pat and ＠mia, not pat@pat.example'
  expect(hashtagsOf(text)).toEqual(['#today', '＃桜'])
  expect(mentionsOf(text)).toEqual(['@pat', '＠mia'])
  const links = markLinks(text).flatMap(({ piece, isLink }) => (isLink ? [piece] : []))
  expect(links).toEqual(['#today', '＃桜', '@pat', '＠mia'])
})
