import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

import { probeOutages } from '#api/accounts/health.ts'
import { setMaxAccounts } from '#api/auth/people.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { setSwitch } from '#api/settings/settings.ts'
import { byNetwork, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import type { Delivery, PlatformMessage, Post } from '#shared/posts/posts.ts'
import { atEnd } from './at-end.ts'
import { type TestClock, testClock } from './clock.ts'
import { connectingApp, ownWorld } from './connecting.ts'
import { connectedImage, type ConnectedPeople, openImage } from './db/connected.ts'
import { type Crash, crashingDb } from './db/crashing.ts'
import type { Fault } from './fault.ts'
import { serveLater } from './servers/serve-later.ts'

const PUBLISHING_CALLS = { facebook: 'feed', instagram: 'media_publish' } as const
type Published = {
  network: string
  account: string
  message: string
  id: string
  /** Where visitors comment, if not on the id. */
  on?: string
  media: { type: string; altText?: string }[]
  /** Comments by the account itself. */
  ownComments: string[]
}
export type NewPost = {
  message?: string
  platforms?: (Pick<PlatformMessage, 'platform' | 'message'> & Partial<PlatformMessage>)[]
  media?: File[]
  altTexts?: string[]
  textOnly?: boolean
  /** Seconds until the post is due. If omitted, the post is published immediately. */
  inSeconds?: number
  headers?: Record<string, string>
  repeat?: { every: 'week' | 'month'; interval?: number; until: string }
  texts?: string[]
}
type Options = {
  env?: Record<string, string>
  networks?: NetworkId[]
  clock?: TestClock
  /** Called with the sandbox before its first use. */
  onSandbox?: (sandbox: { url: string }) => void
}

type Image = Awaited<ReturnType<typeof connectedImage>>

/**
 * Creates a user with a business and connected accounts, an engine, and the api on a real port, from which Instagram fetches
 * media. Sandbox and api share one clock, which moves only when a test advances it or while the engine waits for the provider.
 * Copies the connected accounts, unless the test has a clock of its own or watches the sandbox.
 */
export async function publishingApp({ networks = ['facebook', 'instagram'], ...own }: Options = {}) {
  const isCopy = !own.clock && !own.onSandbox
  const image = isCopy ? await connectedImage(networks, () => createPublishingApp({ networks })) : undefined
  return createPublishingApp({ networks, ...own }, image)
}

async function createPublishingApp(
  { env, networks, clock = testClock(), onSandbox = () => {} }: Options & { networks: NetworkId[] },
  image?: Image,
) {
  const { url, serve } = serveLater()

  const sandbox = await ownWorld(clock)
  onSandbox(sandbox)
  const app = await connectingApp({
    clock,
    sandbox,
    ...(image && { db: await openImage(image, sandbox) }),
    pause: ms => pauseFor(clock, ms),
    env: { PUBLIC_URL: url, ...env },
  })
  serve(app.app.fetch)
  const engine = createEngine(app.ctx)
  atEnd(() => engine.stop())

  const author = image ? app.copiedOwner(image.author) : await app.owner()
  const people: ConnectedPeople = { ...image?.people }
  /** Connects an account, or reconnects the same one, and returns the response. */
  const connect = byNetwork(network => async () => {
    const { person, response } = await app.connectAs[network](author, people[network])
    people[network] = person
    return response
  })
  if (!image) {
    // Every outcome is mailed, so that the tests can count them.
    await setSwitch(app.ctx, author.userId, 'publishedEmails', true)
    // A plan may be for fewer accounts than there are networks.
    await setMaxAccounts(app.ctx, author.email, NETWORK_IDS.length)
    for (const network of networks) await connect[network]()
  }

  /** Sends a post through the route, as the composer does. */
  async function send({
    message = 'Hello Melbourne',
    platforms,
    media,
    altTexts,
    textOnly = false,
    repeat,
    texts,
    inSeconds,
    headers,
  }: NewPost = {}) {
    const form = new FormData()
    const data = {
      platforms: platforms ?? networks.map(platform => ({ platform, message })),
      altTexts,
      textOnly,
      repeat,
      texts,
      timestamp: clock.now().toISOString(),
    }
    form.set('data', JSON.stringify(data))
    const files = media ?? (textOnly ? [] : [await picture('red'), await picture('navy')])
    for (const file of files) form.append('media', file)
    form.set('isScheduled', String(inSeconds !== undefined))
    form.set(
      'scheduledTime',
      inSeconds === undefined ? '' : String(Math.floor(+clock.now() / 1000) + inSeconds),
    )
    return author.call('auth/createPosts', { form, ...(headers && { headers }) })
  }

  /** Sends a post that must be accepted. @returns its id */
  async function accept(post: NewPost = {}): Promise<string> {
    const response = await send(post)
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as { postId: string }).postId
  }

  const read = async (postId: string): Promise<Post> =>
    ((await (await author.call(`posts/${postId}`)).json()) as { data: Post }).data

  return {
    ...app,
    engine,
    author,
    people,
    call: author.call,
    connect,
    send,
    accept,
    read,
    /** Returns the post's delivery on a network. */
    delivery: async (postId: string, network: NetworkId): Promise<Delivery> =>
      (await read(postId)).deliveries.find(delivery => delivery.network === network)!,
    /** Runs everything that is due now to completion. */
    async run() {
      await probeOutages(app.ctx)
      await engine.tick()
      await engine.idle()
    },
    /** Runs what is due in a process that dies at one of its writes. */
    async runAndCrash(crash: Crash) {
      const dying = createEngine({ ...app.ctx, db: crashingDb(app.ctx.db, crash) })
      await dying.tick()
      await dying.stop()
    },
    fault: (fault: Fault) => app.world('faults', fault),
    /** Makes a network reject its next publishing calls permanently. */
    rejectPosts: (network: keyof typeof PUBLISHING_CALLS, times = 1) =>
      app.world('faults', {
        provider: network,
        operation: PUBLISHING_CALLS[network],
        kind: 'error',
        code: 100,
        status: 400,
        times,
      }),
    clearFaults: () => fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }),
    expire: (provider: NetworkId) => app.world('expire', { provider }),
    published: () => app.world<Published[]>('published'),
    /** Returns the author's mails, newest first. */
    mails: () => app.mail(author.email),
  }
}
export const PAUSE_SHARE = 1 / 50

/** Advances the clock, and lets a share of that time really pass, because calls of other deliveries need real time. */
async function pauseFor(clock: TestClock, ms: number) {
  clock.advance(ms)
  await Bun.sleep(ms * PAUSE_SHARE)
}

export type PublishingApp = Awaited<ReturnType<typeof publishingApp>>

const SIDE = 320
const grain = Buffer.from(
  Array.from({ length: SIDE * SIDE * 4 }, (_, at) => (at % 4 === 3 ? 60 : (at * at) >> 7)),
)
const drawings = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** Returns a picture with grain like a photo, because a file of a single colour is too small for Google. */
export async function picture(colour: string, name = `${colour}.jpg`): Promise<File> {
  const bytes = drawings.get(colour) ?? draw(colour)
  drawings.set(colour, bytes)
  return new File([await bytes], name, { type: 'image/jpeg' })
}

async function draw(background: string) {
  const bytes = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .composite([{ input: grain, raw: { width: SIDE, height: SIDE, channels: 4 } }])
    .jpeg()
    .toBuffer()
  return new Uint8Array(bytes)
}

/** Returns four seconds of H.264 with sound, padded to `minBytes` by a box that players skip. */
export async function clip(minBytes = 0): Promise<File> {
  const bytes = await readFile(`${import.meta.dirname}/fixtures/clip.mp4`)
  const padding = Buffer.alloc(Math.max(0, minBytes - bytes.length))
  if (padding.length > 0) {
    padding.writeUInt32BE(padding.length)
    padding.write('free', 4)
  }
  return new File([new Uint8Array(bytes), padding], 'clip.mp4', { type: 'video/mp4' })
}
