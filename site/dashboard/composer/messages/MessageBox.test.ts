import { expect, test } from 'bun:test'

import { type Mark, marked, marksNotice } from './FormatBar.tsx'
import { missingTags } from './InsertMenus.tsx'
import { fitInput, insertWord } from './MessageBox.tsx'

test('keeps a text that fits', () => {
  expect(fitInput('👍👍👍', 6, 6)).toEqual({ text: '👍👍👍', caret: 6, cut: 0 })
})

test('cuts a pasted text at the limit, without splitting an emoji', () => {
  expect(fitInput('👍'.repeat(5), 10, 8)).toEqual({ text: '👍'.repeat(4), caret: 8, cut: 2 })
  expect(fitInput('👍'.repeat(5), 10, 7)).toEqual({ text: '👍'.repeat(3), caret: 6, cut: 4 })
  expect(fitInput('ab👨‍👩‍👧‍👦', 13, 12)).toEqual({ text: 'ab', caret: 2, cut: 11 })
})

test('cuts the new input, not the text after it', () => {
  expect(fitInput('Tap [pasted]fixed', 12, 12)).toEqual({ text: 'Tap [pafixed', caret: 7, cut: 5 })
})

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

test.each([
  ['**Open** late', '**'],
  ['Hello\n## Open late', '##'],
  ['[Call us](https://plumbing.example)', ']('],
])('says which networks show the marks of %j as written, if one formats them', (text, mark) => {
  const networks = ['facebook', 'wordpress', 'bluesky'] as const
  expect(marksNotice(networks, text)).toBe(
    `“${mark}” is shown as written on Facebook and Bluesky. Only WordPress formats it.`,
  )
  for (const others of [['facebook', 'instagram'], ['wordpress'], []] as const)
    expect(marksNotice(others, text)).toBeUndefined()
  expect(marksNotice(networks, '- 20 % off\n- 5 * 3 * 2 #tap ** * (https://a.example)')).toBeUndefined()
})

/** `[` and `]` stand for the ends of the selection. */
test.each<[Mark, string, string]>([
  ['bold', 'We [bake ]daily', 'We **{bake}** daily'],
  ['bold', 'We **[bake]** daily', 'We {bake} daily'],
  ['italic', 'We **[bake]** daily', 'We ***{bake}*** daily'],
  ['italic', 'We ***[bake]*** daily', 'We **{bake}** daily'],
  ['bold', 'We []', 'We **{}**'],
  ['heading', 'Hello\nOur [bre]ad', 'Hello\n## Our bread{}'],
  ['heading', '- [Bread]', '## Bread{}'],
  ['list', '[Flour\n\n## Water\nSalt]\nMix', '{- Flour\n\n- Water\n- Salt}\nMix'],
  ['list', '[- Flour\n- Water]', '{Flour\nWater}'],
  ['quote', '[]', '> {}'],
  ['link', 'Come [to us ]now', 'Come [to us]({https://}) now'],
  ['link', 'See [https://a.example]', 'See [{}](https://a.example)'],
  ['link', '[]', '[{}](https://)'],
])('puts %s at %j', (mark, before, after) => {
  const [start, end] = [before.indexOf('['), before.indexOf(']') - 1]
  const text = before.replace('[', '').replace(']', '')
  const edit = marked(text, [start, end], mark)
  const result = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  const [from, to] = edit.selection
  expect(`${result.slice(0, from)}{${result.slice(from, to)}}${result.slice(to)}`).toBe(after)
})
