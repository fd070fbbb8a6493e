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
const { questions } = await import('./content.ts')

test('leaves out a question about a service that the agency doesn’t offer, and fills in prices', () => {
  expect(questions.map(({ data }) => data.answer)).toEqual(['from $490 a month, plus GST.', 'A week.'])
})
