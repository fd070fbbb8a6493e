import { expect, test } from 'bun:test'

import { type NetworkId, networks } from '#shared/networks.ts'
import { hashtagsOf, markLinks, mentionsOf } from './tags.ts'

const linksIn = (...given: Parameters<typeof markLinks>) =>
  markLinks(...given).flatMap(({ piece, isLink }) => (isLink ? [piece] : []))

test('finds hashtags and mentions with either sign', () => {
  const text = 'Sale #today ＃桜 by @pat and ＠mia, not pat@pat.example'
  expect(hashtagsOf(text)).toEqual(['#today', '＃桜'])
  expect(mentionsOf(text)).toEqual(['@pat', '＠mia'])
  expect(linksIn(text, { linksWork: true, tagsWork: true, mentions: 'usernames' })).toEqual([
    '#today',
    '＃桜',
    '@pat',
    '＠mia',
  ])
})

test('marks what the network makes a link', () => {
  const text = 'Open #late, says @pat with @mia-s.example: https://pat.example/late'
  const on = (network: NetworkId) => linksIn(text, networks[network])
  expect(on('facebook')).toEqual(['#late', 'https://pat.example/late'])
  expect(on('instagram')).toEqual(['#late', '@pat'])
  expect(on('bluesky')).toEqual(['#late', '@mia-s.example', 'https://pat.example/late'])
  expect(on('google')).toEqual([])
  expect(on('wordpress')).toEqual(['https://pat.example/late'])
})
