import { afterAll, beforeAll, expect, test } from 'bun:test'

import { jpeg, mp4, png, serveMedia } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let media: ReturnType<typeof serveMedia>
let account: Awaited<ReturnType<TestSandbox['instagramAccount']>>
beforeAll(async () => {
  sandbox = await openSandbox()
  account = await sandbox.instagramAccount()
  media = serveMedia({
    'square.jpg': await jpeg(),
    'tall.jpg': await jpeg(1080, 1920),
    'portrait.jpg': await jpeg(1080, 1350),
    'landscape.jpg': await jpeg(1080, 566),
    'wide.jpg': await jpeg(1080, 500),
    'large.jpg': Buffer.concat([await jpeg(), Buffer.alloc(8 * 1024 * 1024)]),
    'fake.jpg': await png(),
    'film.mp4': mp4(),
  })
})
afterAll(async () => {
  await sandbox.stop()
  await media.stop()
})

const create = (form: Record<string, string>, { id, token } = account) =>
  sandbox.post(`/instagram-graph/v23.0/${id}/media`, { access_token: token, ...form })

const refusal = async (form: Record<string, string>) => {
  const { code, error_subcode } = (await create(form)).body.error ?? {}
  return error_subcode === undefined ? `${code}` : `${code}/${error_subcode}`
}

const picture = (name: string, more: Record<string, string> = {}) => ({ image_url: media.url(name), ...more })
const film = (more: Record<string, string> = {}) => ({ video_url: media.url('film.mp4'), ...more })

test('accepts pictures from 4:5 to 1.91:1, and reels', async () => {
  for (const form of [
    picture('square.jpg', { caption: 'Hi', alt_text: 'A square' }),
    picture('portrait.jpg'),
    picture('landscape.jpg'),
    film({ media_type: 'REELS', caption: 'Watch' }),
    picture('tall.jpg', { media_type: 'STORIES' }),
    film({ media_type: 'STORIES' }),
    picture('square.jpg', { is_carousel_item: 'true' }),
    film({ media_type: 'VIDEO', is_carousel_item: 'true' }),
  ]) {
    const { status, body } = await create(form)
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.stringMatching(/^\d{17}$/) })
  }
})

test.each([
  ['a missing file', 'none.jpg', '9004/2207052'],
  ['a redirect', 'moved', '9004/2207052'],
  ['a PNG, whatever its name', 'fake.jpg', '36001/2207005'],
  ['more than 8 MiB', 'large.jpg', '36000/2207004'],
  ['too tall a picture', 'tall.jpg', '36003/2207009'],
  ['too wide a picture', 'wide.jpg', '36003/2207009'],
])('refuses %s', async (_what, name, code) => {
  expect(await refusal(picture(name))).toBe(code)
})

test('refuses unreachable and malformed URLs', async () => {
  expect(await refusal({ image_url: 'http://127.0.0.1:1/x.jpg' })).toBe('9004/2207052')
  expect(await refusal({ image_url: 'file:///etc/hosts' })).toBe('9004/2207052')
})

test('refuses a video that isn’t an MP4', async () => {
  expect(await refusal({ media_type: 'REELS', video_url: media.url('square.jpg') })).toBe('352/2207026')
})

test('applies Instagram’s rules to each kind of media', async () => {
  expect(await refusal(film({ media_type: 'VIDEO' }))).toBe('100/2207023')
  expect(await refusal(film({ media_type: 'REELS', is_carousel_item: 'true' }))).toBe('100/2207023')
  expect(await refusal(film({ media_type: 'FILM' }))).toBe('100/2207023')
  expect(await refusal(film())).toBe('100')
  expect(await refusal({ media_type: 'REELS' })).toBe('100')
  expect(await refusal({ caption: 'no media' })).toBe('100')
  expect(await refusal({ ...picture('square.jpg'), ...film() })).toBe('100')
  expect(await refusal(film({ media_type: 'REELS', alt_text: 'images only' }))).toBe('100')
  expect(await refusal(picture('square.jpg', { upload_type: 'resumable' }))).toBe('100')
  expect(await refusal(picture('square.jpg', { message: 'no such name' }))).toBe('100')
})

test('limits captions to 2,200 characters, 30 hashtags and 20 mentions', async () => {
  const caption = (text: string) => refusal(picture('square.jpg', { caption: text }))
  expect(await caption('x'.repeat(2201))).toBe('36004/2207010')
  expect(await caption('#a '.repeat(31))).toBe('36004/2207010')
  expect(await caption('@bird '.repeat(21))).toBe('36004/2207010')
  const longest = `${'#a '.repeat(30)}${'@b '.repeat(20)}`.padEnd(2200, 'x')
  expect((await create(picture('square.jpg', { caption: longest }))).status).toBe(200)
})

test('requires two to ten different carousel items', async () => {
  const item = async () =>
    (await create(picture('square.jpg', { is_carousel_item: 'true' }))).body.id as string
  const carousel = (children: string) => ({ media_type: 'CAROUSEL', children })
  const items = await Promise.all(Array.from({ length: 11 }, item))
  const [one = '', two = ''] = items
  expect(await refusal(carousel(one))).toBe('100/2207028')
  expect(await refusal(carousel(items.join()))).toBe('100/2207028')
  expect(await refusal(carousel(`${one},${one}`))).toBe('100/2207028')
  expect(await refusal(carousel(`${one},123`))).toBe('24/2207008')
  const plain = (await create(picture('square.jpg'))).body.id
  expect(await refusal(carousel(`${one},${plain}`))).toBe('24/2207008')
  expect(await refusal(picture('square.jpg', { children: `${one},${two}` }))).toBe('100/2207023')
  expect((await create(carousel(`${one},${two}`))).status).toBe(200)
})

test('creates only with the account’s own token and the right permission', async () => {
  const other = await sandbox.instagramAccount()
  const limited = await sandbox.instagramAccount({ scopes: ['instagram_business_basic'] })
  const foreign = await create(picture('square.jpg'), { ...other, token: account.token })
  expect(foreign.body.error).toMatchObject({ code: 100, error_subcode: 33 })
  expect((await create(picture('square.jpg'), limited)).body.error.code).toBe(10)
  const page = await sandbox.facebookPage()
  expect((await create(picture('square.jpg'), { ...account, token: page.token })).body.error.code).toBe(190)
})

test('accepts people and a cover where Instagram does', async () => {
  const code = async (form: Record<string, string>) => (await create(form)).body.error?.code
  const picture = { image_url: media.url('square.jpg') }
  const tag = (more: object) => JSON.stringify([{ username: 'pats.plumbing', ...more }])
  expect(await code({ ...picture, user_tags: tag({ x: 0.5, y: 1 }) })).toBeUndefined()
  expect(await code({ ...picture, user_tags: tag({ x: 0.5 }) })).toBe(100)
  expect(await code({ ...picture, user_tags: tag({ x: 0.5, y: 1.1 }) })).toBe(100)
  expect(await code({ ...picture, user_tags: 'pats.plumbing' })).toBe(100)
  const asked = (...names: string[]) => ({ collaborators: JSON.stringify(names) })
  expect(await code({ ...picture, ...asked('a', 'b', 'c') })).toBeUndefined()
  expect(await code({ ...picture, ...asked('a', 'b', 'c', 'd') })).toBe(100)
  expect(await code({ ...picture, ...asked('Pat’s') })).toBe(100)
  expect(await code({ ...picture, ...asked('a'), is_carousel_item: 'true' })).toBe(100)
  expect(await code({ ...picture, ...asked('a'), media_type: 'STORIES' })).toBe(100)
  const reel = { video_url: media.url('film.mp4'), media_type: 'REELS' }
  expect(await code({ ...reel, thumb_offset: '1500' })).toBeUndefined()
  expect(await code({ ...reel, thumb_offset: '1.5' })).toBe(100)
  expect(await code({ ...picture, thumb_offset: '1500' })).toBe(100)
})

test('takes a JPEG of any ratio as the cover of a reel, and of nothing else', async () => {
  const reel = film({ media_type: 'REELS' })
  const cover = (name: string) => ({ cover_url: media.url(name) })
  expect((await create({ ...reel, ...cover('tall.jpg') })).status).toBe(200)
  expect((await create({ ...reel, ...cover('wide.jpg'), thumb_offset: '1500' })).status).toBe(200)
  expect(await refusal({ ...reel, ...cover('fake.jpg') })).toBe('36001/2207005')
  expect(await refusal({ ...reel, ...cover('large.jpg') })).toBe('36000/2207004')
  expect(await refusal({ ...reel, ...cover('none.jpg') })).toBe('9004/2207052')
  expect(await refusal(picture('square.jpg', cover('tall.jpg')))).toBe('100')
  expect(await refusal(film({ media_type: 'STORIES', ...cover('tall.jpg') }))).toBe('100')
  expect(await refusal(film({ media_type: 'VIDEO', is_carousel_item: 'true', ...cover('tall.jpg') }))).toBe(
    '100',
  )
})

test('takes the id of a Page with an address as the place of a post', async () => {
  const page = await sandbox.facebookPage()
  const at = (id: string) => ({ location_id: id })
  expect((await create(picture('square.jpg', at(page.id)))).status).toBe(200)
  expect((await create(film({ media_type: 'REELS', ...at('7640348500') }))).status).toBe(200)
  expect(await refusal(picture('square.jpg', at('12')))).toBe('100')
  expect(await refusal(picture('square.jpg', { ...at(page.id), is_carousel_item: 'true' }))).toBe('100')
  expect(await refusal(picture('tall.jpg', { ...at(page.id), media_type: 'STORIES' }))).toBe('100')
})
