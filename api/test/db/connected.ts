import { deserialize, serialize } from 'node:v8'

import type { Db } from '#api/db/client.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { ConnectingApp, CopiedOwner } from '../connecting.ts'
import type { Sandbox } from '../servers/sandbox.ts'
import { fileOf, openCopy } from './migrated.ts'

/** Ids of the people in the sandbox whose accounts were connected. */
export type ConnectedPeople = Partial<Record<NetworkId, string>>
type ConnectedApp = Pick<ConnectingApp, 'ctx' | 'sandbox'> & { author: CopiedOwner; people: ConnectedPeople }
type Image = {
  database: Uint8Array
  world: Uint8Array
  /** URL of the sandbox. */
  url: string
  author: CopiedOwner
  people: ConnectedPeople
}

const images = new Map<string, Promise<Image>>()

/**
 * Returns the image of an app whose author has accounts of these networks. `connect` connects them through the routes, and
 * runs once per process and list of networks.
 */
export function connectedImage(networks: NetworkId[], connect: () => Promise<ConnectedApp>): Promise<Image> {
  const key = networks.join()
  const image = images.get(key) ?? connect().then(imageOf)
  images.set(key, image)
  return image
}

async function imageOf({ ctx, sandbox, author, people }: ConnectedApp): Promise<Image> {
  const { email, password, token, userId, domainId } = author
  return {
    database: await fileOf(ctx.db),
    world: serialize({ ...sandbox.world, now: undefined, files: undefined }),
    url: sandbox.url,
    author: { email, password, token, userId, domainId },
    people: { ...people },
  }
}

/** Loads an image's people, tokens and requests into a sandbox, and opens a copy of its database. */
export async function openImage({ database, world, url }: Image, sandbox: Sandbox): Promise<Db> {
  const { now, files } = sandbox.world
  Object.assign(sandbox.world, deserialize(world), { now, files })
  const db = await openCopy(database)
  // Connecting stores links to the sandbox, which listens on another port now.
  await db.$client.execute({
    sql: 'update accounts set picture = replace(picture, ?1, ?2), profile = replace(profile, ?1, ?2)',
    args: [url, sandbox.url],
  })
  return db
}
