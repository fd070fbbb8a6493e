import { afterAll, beforeAll, expect, test } from 'bun:test'

import { type ContractClient, contractClient } from './client.ts'
import { eventually } from './eventually.ts'
import { picture, video } from './pictures.ts'
import { type Product, startProduct } from './processes.ts'
import { type SandboxClient, sandboxClient, type Published } from './sandbox-client.ts'

const PAGE = 'Pat’s Plumbing'
const ALT_TEXTS = ['A tap that no longer drips', 'Pat with a wrench']
/** Time for a killed process's lease to expire and for the reconciliation. */
const RECOVERY_MS = 120_000

let product: Product
let world: SandboxClient
let client: ContractClient

beforeAll(async () => {
  product = await startProduct()
  world = sandboxClient(product.sandboxUrl)
  client = contractClient(product.url, world)
  await client.signUp('pat@example.com')
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook(PAGE)
  await client.connectInstagram('patsplumbing')
})
afterAll(() => product?.stop())

const twoPictures = () => Promise.all([picture('tap.jpg', 200), picture('pat.jpg', 40)])

const inSeconds = (seconds: number) => new Date((Math.floor(Date.now() / 1000) + seconds) * 1000)

const onBothNetworks = (posts: Published[]) =>
  expect(posts.map(({ network }) => network).toSorted()).toEqual(['facebook', 'instagram'])

function printLateness(what: string, posts: Published[], at: Date) {
  const late = posts.map(({ network, createdAt }) => `${network} ${Date.parse(createdAt) - at.getTime()} ms`)
  console.log(`${what} after its time: ${late.join(', ')}`)
}

test('publishes two pictures with alt texts once on both networks at the due time', async () => {
  const at = inSeconds(5)
  const message = 'Two pictures, five seconds ahead'
  const postId = await client.createPost({ message, files: await twoPictures(), altTexts: ALT_TEXTS, at })
  expect(await world.publishedWith(message)).toEqual([])
  await client.untilPublished(postId)

  const posts = await world.publishedWith(message)
  printLateness('Two pictures', posts, at)
  onBothNetworks(posts)
  for (const { media, createdAt } of posts) {
    expect(media.map(({ altText }) => altText)).toEqual(ALT_TEXTS)
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(at.getTime())
  }
})

test('publishes a video once on both networks at the due time', async () => {
  const at = inSeconds(5)
  const message = 'A video, five seconds ahead'
  const postId = await client.createPost({ message, files: [await video('clip.mp4')], at })
  await client.untilPublished(postId)
  const posts = await world.publishedWith(message)
  printLateness('A video', posts, at)
  onBothNetworks(posts)
  expect(posts.map(({ media }) => media.map(({ type }) => type))).toEqual([['video'], ['video']])
})

test('publishes once on both networks by Post Now', async () => {
  const at = new Date()
  const message = 'Right now'
  await client.untilPublished(
    await client.createPost({ message, files: await twoPictures(), altTexts: ALT_TEXTS }),
  )
  const posts = await world.publishedWith(message)
  printLateness('Post Now', posts, at)
  onBothNetworks(posts)
})

test('creates one post for repeated requests with the same Idempotency-Key', async () => {
  const form = async () => {
    const body = new FormData()
    body.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Pressed twice' }] }))
    body.set('isScheduled', 'false')
    body.set('scheduledTime', '')
    body.append('media', await picture('tap.jpg', 120))
    return body
  }
  const first = await client.call('auth/createPosts', {
    form: await form(),
    headers: { 'Idempotency-Key': 'press-1' },
  })
  const second = await client.call('auth/createPosts', {
    form: await form(),
    headers: { 'Idempotency-Key': 'press-1' },
  })
  expect(second.postId).toBe(first.postId)
  await client.untilPublished(String(first.postId))
  expect(await world.publishedWith('Pressed twice')).toHaveLength(1)
})

/** Starts posts whose publishing calls succeed at once but respond late, and waits until all are public. */
async function publishSlowly(messages: string[], ms: number) {
  for (const [provider, operation] of [
    ['facebook', 'feed'],
    ['instagram', 'media_publish'],
  ] as const) {
    await world.addFault({ provider, operation, kind: 'delay-after', ms, times: messages.length })
  }
  const postIds = await Promise.all(
    messages.map(async message =>
      client.createPost({ message, files: await twoPictures(), altTexts: ALT_TEXTS }),
    ),
  )
  await eventually('every post published on both networks', async () => {
    const posts = (await world.published()).filter(({ message }) => messages.includes(message))
    return posts.length === messages.length * 2
  })
  return postIds
}

test('exits cleanly at SIGTERM while publishing, and publishes each post once', async () => {
  const messages = ['Stopped one', 'Stopped two']
  const postIds = await publishSlowly(messages, 3000)
  const started = performance.now()
  expect(await product.endApi('SIGTERM')).toBe(0)
  expect(performance.now() - started).toBeLessThan(10_000)
  await product.startApi()

  for (const postId of postIds) await client.untilPublished(postId, RECOVERY_MS)
  for (const message of messages) onBothNetworks(await world.publishedWith(message))
})

test('neither loses nor duplicates a post at SIGKILL while publishing', async () => {
  const messages = ['Killed one', 'Killed two', 'Killed three']
  const scheduledFor = inSeconds(20)
  const waiting = await client.createPost({
    message: 'Due while dead',
    files: await twoPictures(),
    at: scheduledFor,
  })
  const postIds = await publishSlowly(messages, 8000)
  await product.endApi('SIGKILL')
  await Bun.sleep(Math.max(0, +scheduledFor - Date.now()))
  await product.startApi()

  for (const postId of [waiting, ...postIds]) await client.untilPublished(postId, RECOVERY_MS)
  for (const message of ['Due while dead', ...messages]) onBothNetworks(await world.publishedWith(message))
})

test('logs no token, code or password', async () => {
  const tokens = (await world.requests())
    .flatMap(({ form }) => [form.access_token, form.code, form.client_secret])
    .filter(text => text !== undefined)
  const log = product.log.join('\n')
  for (const secret of ['correct horse battery', ...tokens]) expect(log).not.toContain(secret)
})
