import { expect, mock, test } from 'bun:test'

const entry = (id: string, data: object) => ({ id, data: { order: 1, draft: false, ...data } })
const COLLECTIONS: Record<string, unknown[]> = {
  services: [
    entry('posts', { title: 'Posts', from: 490, per: 'month' }),
    entry('ads', { title: 'Ads', draft: true }),
  ],
  faq: [
    entry('price', { question: 'What do posts cost?', answer: '{postsPrice}, plus GST.', needs: 'posts' }),
    entry('ads', { question: 'What do ads cost?', answer: 'A tenth.', needs: 'ads' }),
    entry('time', { question: 'How long does it take?', answer: 'A week.' }),
  ],
}
await mock.module('astro:content', () => ({
  getCollection: async (name: string) => COLLECTIONS[name] ?? [],
}))
const { monthOf, questions, shortDate } = await import('./content.ts')

test('leaves out a question about a service that the agency doesn’t offer, and fills in prices', () => {
  expect(questions.map(({ data }) => data.answer)).toEqual(['from $490 a month, plus GST.', 'A week.'])
})

test.each([
  ['2026-05-29', { name: 'May 2026', days: 31, weekdayOfFirst: 5 }],
  ['2026-02-01', { name: 'February 2026', days: 28, weekdayOfFirst: 7 }],
  ['2028-02-29', { name: 'February 2028', days: 29, weekdayOfFirst: 2 }],
])('lays out the month of %s as a calendar whose weeks begin on Monday', (day, month) => {
  const on = new Date(day)
  expect(monthOf([{ on, at: '6:30 am', text: '', networks: [], stopped: false }])).toEqual(month)
})

test('names a day as a calendar does', () => {
  expect(shortDate(new Date('2026-05-01'))).toBe('Fri 1 May')
})
