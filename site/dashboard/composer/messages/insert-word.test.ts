import { expect, test } from 'bun:test'

import { missingTags } from '#site/dashboard/composer/hashtags/hashtag-sets.ts'
import { insertWord } from './insert-word.ts'

test('separates hashtags from the words around them', () => {
  const inserted = (before: string, after = '') => `${before}${insertWord(before, '#a #b', after)}${after}`
  expect(inserted('')).toBe('#a #b')
  expect(inserted('Fresh bread.')).toBe('Fresh bread.\n\n#a #b')
  expect(inserted('Fresh bread.\n')).toBe('Fresh bread.\n#a #b')
  expect(inserted('Fresh', ' bread')).toBe('Fresh #a #b bread')
  expect(inserted('Fresh ', 'bread')).toBe('Fresh #a #b bread')
})

test('omits the hashtags that a text already has', () => {
  expect(missingTags('#Coffee #cake #tea', 'Good #coffee, good #TEA')).toEqual(['#cake'])
})
