import { expect, test } from 'bun:test'

import { articleOf } from './articles.ts'
import { describeExtras } from './describe-extras.ts'
import { extrasProblem, hasDates, normalizeExtras } from './extras-rules.ts'
import { NO_ARTICLE, NO_EXTRAS, type PostExtras } from './extras.ts'
import { listedText } from './posts.ts'

const article = (parts: Partial<PostExtras> = {}): PostExtras => ({
  ...NO_EXTRAS,
  kind: 'article',
  article: NO_ARTICLE,
  ...parts,
})

const titleOf = (...given: Parameters<typeof articleOf>) => articleOf(...given).title

test('takes the beginning of the text as the title of an article without one', () => {
  expect(titleOf('Open late\nUntil nine', null)).toBe('Open late')
  expect(titleOf('**Open** [late](https://a.example)\nUntil nine', null)).toBe('Open late')
  expect(titleOf('Open late', article({ title: ' Thursdays ' }))).toBe('Thursdays')
  const long = titleOf('Burst pipes '.repeat(20), article())
  expect([long.length <= 70, long.endsWith('…')]).toEqual([true, true])
  expect(titleOf('', null)).toBe('')
})

test('lists an article by its title, and anything else by its text', () => {
  const named = (extras: PostExtras | null) => listedText([{ message: 'Until nine', extras }])
  expect(named(article({ title: ' Open late ' }))).toBe('Open late')
  expect(named(article())).toBe('Until nine')
  expect(listedText([{ message: '## Open **late**\n\n- Until [nine](https://a.example)' }])).toBe(
    'Open late\n\n- Until nine',
  )
  expect(named({ ...NO_EXTRAS, kind: 'event', title: 'Open day' })).toBe('Until nine')
  expect(listedText([])).toBe('')
})

test('uses a leading heading as the title of an article without one, and doesn’t repeat it in the text', () => {
  const titleAnd = (...given: Parameters<typeof articleOf>) => {
    const { title, blocks } = articleOf(...given)
    return [title, ...blocks.map(({ type }) => type)]
  }
  expect(titleAnd('# Burst *pipes*\nTurn off the water.', null)).toEqual(['Burst pipes', 'paragraph'])
  expect(titleAnd('# Burst pipes\nTurn it off.', article({ title: 'Winter' }))).toEqual([
    'Winter',
    'heading',
    'paragraph',
  ])
  expect(titleAnd('# Burst pipes', null)).toEqual(['Burst pipes', 'heading'])
  const long = `# ${'pipes '.repeat(40)}\nText`
  expect(titleAnd(long, null).slice(1)).toEqual(['heading', 'paragraph'])
  expect(titleAnd('# \u200B\nText', null)).toEqual(['Text', 'heading', 'paragraph'])
})

test('drops an empty article, and fields of other kinds', () => {
  expect(normalizeExtras(article())).toBeNull()
  const used = normalizeExtras(article({ title: 'A title', start: '2026-12-24T09:00', button: 'CALL' }))
  expect(used).toEqual({ ...NO_EXTRAS, kind: 'article', title: 'A title', article: NO_ARTICLE })
  expect(
    normalizeExtras({ ...article({ article: { ...NO_ARTICLE, tags: ['a'] } }), kind: 'update' }),
  ).toBeNull()
})

test('accepts only the kinds of the post’s network', () => {
  const titled = article({ title: 'x'.repeat(200) })
  expect(extrasProblem('wordpress', titled)).toBeUndefined()
  expect(extrasProblem('google', titled)).toMatchObject({ part: 'kind' })
  expect(extrasProblem('facebook', titled)).toMatchObject({ message: 'Facebook takes no articles.' })
  const event: PostExtras = {
    ...NO_EXTRAS,
    kind: 'event',
    title: 'x'.repeat(59),
    start: '2026-12-24T09:00',
    end: '2026-12-24T10:00',
  }
  expect(extrasProblem('wordpress', event)).toMatchObject({ part: 'kind' })
  expect(extrasProblem('google', event)).toMatchObject({ part: 'title' })
  expect([hasDates(event), hasDates(titled), hasDates(null)]).toEqual([true, false, false])
})

test('describes an article in lines', () => {
  const parts = { excerpt: 'Short', categories: ['News', 'Tips'], tags: ['pipes'] }
  expect(describeExtras(article({ title: 'A title', article: parts }))).toBe(
    'Article: A title\nShort\nCategories: News, Tips\nTags: pipes',
  )
})

test('says on which picture somebody is tagged', () => {
  const tags = [{ mediaId: 'b', username: 'joe_b', x: 0.5, y: 0.25 }]
  const tagged = { ...NO_EXTRAS, people: { collaborators: [], tags } }
  expect(describeExtras(tagged, [{ id: 'a' }, { id: 'b' }])).toBe(
    'Tagged: @joe_b on picture 2 at 50 % across, 25 % down',
  )
})
