import { deserialize, serialize } from 'node:v8'

import type { Db } from '#api/db/client.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { ConnectingApp, CopiedOwner } from '../connecting.ts'
import type { Sandbox } from '../servers/sandbox.ts'
import { fileOf, openCopy } from './migrated.ts'

/** The sandbox's person who connected each network. */
export type KnownPeople = Partial<Record<NetworkId, string>>
type ConnectedApp = Pick<ConnectingApp, 'ctx' | 'sandbox'> & { author: CopiedOwner; known: KnownPeople }
type Image = { database: Uint8Array; world: Uint8Array; url: string; author: CopiedOwner; known: KnownPeople }

const images = new Map<string, Promise<Image>>()

/**
 * Returns an author with accounts of these networks. Calls `connect`, which connects them through the routes, once per
 * process; later calls copy its result.
 */
export function connectedImage(networks: NetworkId[], connect: () => Promise<ConnectedApp>): Promise<Image> {
  const key = networks.join()
  const image = images.get(key) ?? connect().then(imageOf)
  images.set(key, image)
  return image
}

async function imageOf({ ctx, sandbox, author, known }: ConnectedApp): Promise<Image> {
  const { email, password, token, userId, domainId } = author
  return {
    database: await fileOf(ctx.db),
    world: serialize({ ...sandbox.world, now: undefined, files: undefined }),
    url: sandbox.url,
    author: { email, password, token, userId, domainId },
    known: { ...known },
  }
}

/** Gives a sandbox the people, tokens and requests of an image, and opens a copy of its database. */
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
