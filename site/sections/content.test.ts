import { expect, mock, test } from 'bun:test'

const entry = (id: string, data: object) => ({ id, data: { order: 1, draft: false, ...data } })
const review = (id: string, data: object) =>
  entry(id, {
    quote: `${id}!`,
    name: 'Pat',
    role: 'Baker',
    on: new Date('2026-06-12'),
    sample: false,
    ...data,
  })
const COLLECTIONS: Record<string, unknown[]> = {
  services: [
    entry('posts', { title: 'Posts', from: 490, per: 'month' }),
    entry('ads', { title: 'Ads', draft: true }),
  ],
  people: [entry('ana', { name: 'Ana' }), entry('ben', { name: 'Ben', draft: true })],
  reviews: [
    review('sample', { sample: true, source: 'https://example.com/sample' }),
    review('unsourced', {}),
    review('real', { source: 'https://example.com/real' }),
  ],
  faq: [
    entry('price', { question: 'What do posts cost?', answer: '{postsPrice}, plus GST.', needs: 'posts' }),
    entry('ads', { question: 'What do ads cost?', answer: 'A tenth.', needs: 'ads' }),
    entry('stories', { question: 'What do others say?', answer: 'Read our work.', needs: 'cases' }),
    entry('time', { question: 'How long does it take?', answer: 'A week.' }),
  ],
}
await mock.module('astro:content', () => ({
  getCollection: async (name: string) => COLLECTIONS[name] ?? [],
}))
const { monthOf, questions, requireEntries, shortDate } = await import('./content.ts')
const { agencyFacts } = await import('./facts.ts')

test('leaves out a question about a service or cases that the agency doesn’t have, and fills in prices', () => {
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

test('tells search engines only of real reviews that can be read elsewhere', () => {
  expect(agencyFacts(new URL('https://agency.example'))[0]).toMatchObject({
    review: [
      {
        '@type': 'Review',
        reviewBody: 'real!',
        author: { '@type': 'Person', name: 'Pat' },
        datePublished: '2026-06-12',
        url: 'https://example.com/real',
      },
    ],
  })
})

test('names the people that there are if a post’s author isn’t one, unless the post is a sample', async () => {
  const requireAuthor = (author: string, { sample = false } = {}) =>
    requireEntries({ data: { sample }, filePath: 'site/content/posts/hours.mdx' }, 'people', [author])
  await requireAuthor('ben')
  await requireAuthor('nobody', { sample: true })
  await expect(requireAuthor('nobody')).rejects.toThrow(
    'site/content/posts/hours.mdx: “nobody” isn’t in site/content/people, which has ana, ben.',
  )
})
