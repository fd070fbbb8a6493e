import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { testClock } from '#api/test/clock.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { picture } from '#api/test/publishing.ts'

/** Creates two apis that share a database file, like two processes. */
async function twoApis() {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-slots-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const clock = testClock()
  clock.set(new Date('2030-03-30T00:00:00Z'))
  const env = { DATA_DIR: dataDir, DATABASE_URL: `file:${join(dataDir, 'currawong.db')}` }
  const first = await connectingApp({ clock, env })
  const second = await testApp({ clock, env, sandbox: first.sandbox })
  const author = await first.owner()
  await first.connectFacebook(author)
  const upload = new FormData()
  upload.append('media', await picture('red'))
  const media = (await (await author.call('media', { form: upload })).json()) as { data: { _id: string } }

  const post = async (api: { request: typeof first.request }) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message: 'Hello' }]
    const mediaIds = [media.data._id]
    form.set('data', JSON.stringify({ platforms, mediaIds, slot: 'next' }))
    const response = await api.request('auth/createPosts', { form, token: author.token })
    return (await response.json()) as { postId: string; publishAt: string }
  }
  return { apis: [first, second] as const, author, post }
}

for (const timeZone of ['Australia/Sydney', 'Europe/Berlin'])
  test(`assigns each of many simultaneous posts a different slot, over both clock changes of ${timeZone}`, async () => {
    const { apis, author, post } = await twoApis()
    const slots = [1, 3, 7].map(weekday => ({ weekday, time: '02:30' }))
    await author.call('slots', { method: 'PUT', json: { slots, timeZone } })
    // At three slots a week, 96 slots from 30 March reach past the clock change in October.
    const authors = Array.from({ length: 6 }, async (_, index) => {
      const own = []
      for (let count = 0; count < 16; count++) own.push(await post(apis[index % 2 === 0 ? 0 : 1]))
      return own
    })
    const posts = (await Promise.all(authors)).flat()
    const times = posts.map(({ publishAt }) => publishAt).toSorted()
    expect(new Set(times).size).toBe(96)
    const query = `slots/upcoming?from=2030-03-30T00:00:00Z&to=2030-07-01T00:00:00Z`
    const { data } = (await (await author.call(query)).json()) as {
      data: { at: string; postId: string | null }[]
    }
    expect(data.map(({ postId }) => postId).includes(null)).toBe(false)
    const clocks = times.map(at => new Date(at).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' }))
    expect(clocks.filter(clock => clock !== '02:30')).toEqual(['03:30'])

    // A slot that is freed while other posts are being accepted goes to at most one of them.
    const freed = posts.slice(0, 6)
    const [again] = await Promise.all([
      Promise.all(apis.flatMap(api => [post(api), post(api), post(api)])),
      ...freed.map(({ postId }) => author.call(`posts/${postId}/cancel`, { json: {} })),
    ])
    const kept = [...posts.slice(6), ...again].map(({ publishAt }) => publishAt)
    expect(new Set(kept).size).toBe(kept.length)
  })
