import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'

import { asUser } from '#api/context.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { fixture } from '#api/test/fixture.ts'
import type { UserDetails } from '#shared/auth/auth.ts'
import { savePicture } from './profile.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type ResponseBody = {
  userDetails: UserDetails
  fields: Record<string, string>
  message: string
  code: string
}

async function update({ call }: Person, fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await call('users/updateProfile', { method: 'PUT', form })
  return { status: response.status, body: (await response.json()) as ResponseBody }
}

/** Returns a photo with a rotated orientation and a location in its metadata. */
async function photo(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg', name = `photo.${format}`) {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '37/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

const filesOf = async ({ ctx }: TestApp) => {
  const entries = await readdir(`${ctx.config.dataDir}/media/profile`).catch(() => [])
  return entries.filter(name => !name.startsWith('.'))
}
const nameIn = ({ profileImage: [picture] }: UserDetails) => picture?.fileName ?? ''

const ALL = {
  fullname: 'Pat O’Lee',
  mobile: '+61 (412) 345-678',
  countryCode: 'AU',
  gender: 'prefer-not-to-say',
  dob: '1990-05-31',
  address: '1 Bourke St\nMelbourne',
  bio: 'Plumber.',
}
const KEPT = { ...ALL, mobile: '61412345678', countryCode: 'au' }

test('saves a profile without changing the e-mail', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const { status, body } = await update(pat, { ...ALL, email: 'other@example.com' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: 'Profile updated successfully!',
    userDetails: { ...KEPT, email: pat.email },
  })
  const info = (await (await pat.call('users/getUserInfo', { json: {} })).json()) as ResponseBody
  expect(info.userDetails).toEqual(body.userDetails)
})

test('keeps omitted fields and clears empty ones', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  await update(pat, ALL)
  const { body } = await update(pat, { bio: '', gender: '', dob: '', mobile: '' })
  expect(body.userDetails).toMatchObject({ ...KEPT, bio: '', gender: '', dob: '', mobile: '' })
  expect((await update(pat, {})).body.userDetails).toEqual(body.userDetails)
})

test.each([
  ['fullname', '   '],
  ['fullname', 'x'.repeat(101)],
  ['mobile', '1234567890123456'],
  ['mobile', 'call me'],
  ['countryCode', 'aus'],
  ['gender', 'male '],
  ['dob', '2030-02-30'],
  ['dob', '31/05/1990'],
  ['dob', '1899-12-31'],
  ['dob', '2030-01-03'],
  ['address', 'x'.repeat(301)],
  ['bio', 'x'.repeat(1001)],
  ['removeProfileImage', 'yes'],
])('rejects %s of %p', async (name, value) => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const { status, body } = await update(pat, { ...ALL, [name]: value })
  expect(status).toBe(400)
  expect(body.fields).toEqual({ [name]: expect.stringMatching(/\S/) })
  expect(body.message).not.toMatch(/Expected|Invalid/)
})

test('accepts a date of birth that is today in any time zone', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  expect((await update(pat, { dob: '2030-01-02' })).status).toBe(200)
})

test('converts a photo to an upright square without metadata, served under a random name', async () => {
  const { request, signUp } = await testApp()
  const pat = await signUp()
  const { body } = await update(pat, { profileImage: await photo() })
  const fileName = nameIn(body.userDetails)
  expect(fileName).toMatch(/^[0-9a-f-]{36}\.webp$/)
  const response = await request(`/uploads/${fileName}`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const { width, height, exif, orientation } = await sharp(await response.arrayBuffer()).metadata()
  expect({ width, height, exif, orientation }).toEqual({
    width: 512,
    height: 512,
    exif: undefined,
    orientation: undefined,
  })
  const etag = response.headers.get('ETag')!
  expect((await request(`/uploads/${fileName}`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

test('removes the previous photo when it is replaced or deleted', async () => {
  const app = await testApp()
  const pat = await app.signUp()
  const first = nameIn((await update(pat, { profileImage: await photo() })).body.userDetails)
  const second = nameIn((await update(pat, { profileImage: await photo('png') })).body.userDetails)
  expect(second).not.toBe(first)
  expect(await filesOf(app)).toEqual([second])
  expect((await app.request(`/uploads/${first}`)).status).toBe(404)
  const { body } = await update(pat, { removeProfileImage: 'true', bio: 'No photo' })
  expect(body.userDetails).toMatchObject({ profileImage: [], bio: 'No photo' })
  expect(await filesOf(app)).toEqual([])
})

test.each(['png', 'webp', 'gif', 'avif'] as const)('accepts a %s photo', async format => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const { status, body } = await update(pat, { profileImage: await photo(format) })
  expect(status).toBe(200)
  expect(nameIn(body.userDetails)).toEndWith('.webp')
})

test.each([
  ['text', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'.repeat(9)], 'photo.jpg')],
  ['a video', Bun.file(fixture('short.mp4'))],
])('rejects %s as a photo, whatever its name', async (_, file) => {
  const app = await testApp()
  const pat = await app.signUp()
  const { status, body } = await update(pat, { profileImage: new File([await file.bytes()], 'photo.jpg') })
  expect(status).toBe(415)
  expect(body.fields).toEqual({ profileImage: 'Please choose an image, a JPG or PNG for example.' })
  expect(await filesOf(app)).toEqual([])
})

test('rejects a truncated photo, and saves nothing of the form', async () => {
  const app = await testApp()
  const pat = await app.signUp()
  const whole = await photo()
  const half = new File([whole.slice(0, whole.size / 2)], 'photo.jpg')
  const { status, body } = await update(pat, { profileImage: half, bio: 'New' })
  expect(status).toBe(400)
  expect(body.message).toContain('can’t be read')
  const info = (await (await pat.call('users/getUserInfo', { json: {} })).json()) as ResponseBody
  expect(info.userDetails).toMatchObject({ bio: '', profileImage: [] })
})

test('rejects two photos, or a file in another field', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const two = new FormData()
  for (const file of [await photo(), await photo()]) two.append('profileImage', file)
  expect((await pat.call('users/updateProfile', { method: 'PUT', form: two })).status).toBe(400)
  expect((await update(pat, { avatar: await photo() })).status).toBe(400)
  const json = await pat.call('users/updateProfile', { method: 'PUT', json: { fullname: 'Pat' } })
  expect(json.status).toBe(415)
})

test('sweeps photos of killed processes, but not those in use', async () => {
  const app = await testApp()
  const pat = await app.signUp()
  const used = nameIn((await update(pat, { profileImage: await photo() })).body.userDetails)
  const path = `${app.ctx.config.dataDir}/left.jpg`
  await Bun.write(path, await photo())
  const left = await savePicture(asUser(app.ctx, pat.userId), path)
  expect((await filesOf(app)).toSorted()).toEqual([left, used].toSorted())
  await sweep(app.ctx)
  expect(await filesOf(app)).toHaveLength(2)
  app.clock.advance(60 * 60_000 + 1)
  await sweep(app.ctx)
  expect(await filesOf(app)).toEqual([used])
})

test.each(['../../database.db', 'nobody.webp', '..%2Fx', `${'a'.repeat(36)}.webp`])(
  'responds 404 to /uploads/%s',
  async name => {
    const { request } = await testApp()
    expect((await request(`/uploads/${name}`)).status).toBe(404)
  },
)
