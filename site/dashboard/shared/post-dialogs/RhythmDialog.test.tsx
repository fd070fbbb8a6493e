import { expect, test } from 'bun:test'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { RhythmDialog } from './RhythmDialog.tsx'

const { app } = openPostsEach({})

/** Shows the dialog of the first of four weekly posts, as if its series had the given rhythm. */
async function shown(change: Partial<NonNullable<Post['series']>> = {}, differing: number[] = []) {
  const repeat = { every: 'week' as const, until: '2030-01-25' }
  const id = await app.accept({ message: 'Open today', inSeconds: 3600, repeat })
  const post: Post = await app.read(id)
  const { data } = (await (await app.call(`posts/${id}/series`)).json()) as { data: Occurrence[] }
  const occurrences = data.map((one, index) => ({
    ...one,
    ...(differing.includes(index) && { differs: true as const }),
  }))
  const series = { ...post.series!, ...change }
  return rendered(<RhythmDialog post={{ ...post, series }} occurrences={occurrences} onClose={() => {}} />)
    .text
}

test('shows what goes out while the rhythm is the same', async () => {
  const text = await shown()
  expect(text).toContain('4 posts')
  expect(text).toContain('The later posts stay as they are.')
})

test('says how many later posts stay, move, are new and are cancelled', async () => {
  expect(await shown({ interval: 2, until: '2030-03-01' })).toContain(
    'Of the later posts, 1 stays, 2 move, 1 is new.',
  )
  expect(await shown({ interval: 2 })).toContain('Of the later posts, 1 stays, 2 are cancelled.')
  expect(await shown({ interval: 2, until: '2030-02-01' }, [1, 3])).toContain(
    'Of the later posts, 1 stays, 1 is new, 2 are cancelled. 2 of them with words of their own will be in your drafts.',
  )
})

test('says what is wrong with the last day, instead of a list', async () => {
  const text = await shown({ until: '2030-01-02' })
  expect(text).toContain('It would go out only once until that day.')
  expect(text).not.toContain('Of the later posts')
})

test('shows which text goes when, in the zone of the series', async () => {
  const repeat = { every: 'week' as const, until: '2030-01-25' }
  const message = 'Open today'
  const id = await app.accept({ message, inSeconds: 3600, repeat, texts: ['Come in'] })
  const post: Post = await app.read(id)
  const { data } = (await (await app.call(`posts/${id}/series`)).json()) as { data: Occurrence[] }
  const series = { ...post.series!, interval: 2, timeZone: 'Australia/Perth' }
  const { text } = rendered(<RhythmDialog post={{ ...post, series }} occurrences={data} onClose={() => {}} />)
  expect(text.match(/· Text \d/g)).toEqual(['· Text 1', '· Text 2'])
  expect(text).toContain('Of the later posts, 1 moves, 2 are cancelled.')
  expect(text).toContain('It keeps its time of day in Perth time (AWST).')
})

test('lets a single post repeat weekly, with another text for Facebook', async () => {
  const post: Post = await app.read(await app.accept({ message: 'Open today', inSeconds: 3600 }))
  const { text, markup } = rendered(<RhythmDialog post={post} occurrences={[]} onClose={() => {}} />)
  expect(text).toContain('Repeat this post')
  expect(text).toContain('12 posts')
  expect(text).toContain('Facebook refuses the same post twice in a row.')
  expect(markup).toMatch(/text-amber"><svg[^]*?Facebook refuses/)
  expect(text).toContain('Add another text')
  expect(text).not.toContain('later')
})

test('adds another text to a running series, under the next number', async () => {
  const repeat = { every: 'week' as const, until: '2030-01-25' }
  const id = await app.accept({ message: 'Open today', inSeconds: 3600, repeat, texts: ['Come in'] })
  const { data } = (await (await app.call(`posts/${id}/series`)).json()) as { data: Occurrence[] }
  const dialog = rendered(<RhythmDialog post={await app.read(id)} occurrences={data} onClose={() => {}} />)
  expect(dialog.text).toContain('Add another text')
  expect(dialog.text).not.toContain('Facebook refuses the same post twice in a row.')
})
