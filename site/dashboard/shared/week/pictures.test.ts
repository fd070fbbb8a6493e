import { expect, test } from 'bun:test'

import { pictureFor } from './pictures.ts'

const picture = (name: string, altText = '', labels: string[] = [], posts = 0) => ({
  _id: name,
  name,
  altText,
  labels,
  posts,
})
const nameFor = (text: string, ...pictures: ReturnType<typeof picture>[]) => pictureFor(text, pictures)?.name

test('chooses the picture that a label, a name or two words of an alt text speak of', () => {
  const tarts = picture('tarts.jpg')
  const shelf = picture('IMG_2041.jpg', 'Loaves on a shelf, with steam', ['Bread'])
  const harbour = picture('IMG_2042.jpg', 'Boats in the harbour at sunrise')
  expect(nameFor('A lemon tart with your coffee', tarts, shelf, harbour)).toBe('tarts.jpg')
  expect(nameFor('Fresh BREAD from six', tarts, shelf, harbour)).toBe('IMG_2041.jpg')
  expect(nameFor('Boats come in at sunrise', tarts, shelf, harbour)).toBe('IMG_2042.jpg')
})

test('chooses none if nothing fits, or if only one word of an alt text or a filler does', () => {
  const boats = picture('IMG_1.jpg', 'Boats, with this harbour behind them')
  expect(nameFor('With this tip, your boats stay dry', boats)).toBeUndefined()
  expect(nameFor('Three tips for your gutters', boats)).toBeUndefined()
  expect(nameFor('Three tips for your gutters')).toBeUndefined()
})

test('prefers the better match, then the picture that is in fewer posts', () => {
  const [often, rarely] = [picture('coffee one.jpg', '', [], 4), picture('coffee two.jpg', '', [], 1)]
  const beans = picture('coffee beans.jpg', '', [], 9)
  expect(nameFor('Coffee, anyone?', often, rarely, beans)).toBe('coffee two.jpg')
  expect(nameFor('New coffee beans', often, rarely, beans)).toBe('coffee beans.jpg')
})
