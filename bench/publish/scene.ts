import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { encryptToken, encryptUserToken } from '../../api/accounts/tokens/tokens.ts'
import { openContext } from '../../api/boot/open-context.ts'
import type { Context } from '../../api/context.ts'
import { accounts } from '../../api/db/schema/businesses/accounts.ts'
import { domains } from '../../api/db/schema/businesses/domains.ts'
import { members } from '../../api/db/schema/businesses/members.ts'
import { users } from '../../api/db/schema/people/auth.ts'
import { media } from '../../api/db/schema/posts/media.ts'
import { deliveries, postMedia, posts } from '../../api/db/schema/posts/posts.ts'
import { readConfig } from '../../api/runtime/config.ts'
import { fold } from '../../shared/text/fold.ts'
import { createPhotograph } from './photograph.ts'

/** Networks that the benchmark's provider implements. */
const NETWORKS = ['facebook', 'instagram'] as const
const PEOPLE = 250
const BATCH_ROWS = 100

/** Creates a temporary data folder and its settings. `remove` deletes the folder. */
export function temporaryDataFolder(overrides: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-bench-'))
  return {
    dataDir,
    settings: {
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      S3_BUCKET: '',
      APP_SECRET: 'a secret of the benchmarks, long enough',
      LOG_LEVEL: 'info',
      ...overrides,
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
export type DataFolder = ReturnType<typeof temporaryDataFolder>

export const openDataFolder = ({ settings }: DataFolder, overrides: Partial<Context> = {}) =>
  openContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }), overrides)

/**
 * Inserts posts of 250 people, each with one picture and a delivery to both networks: half as many posts as deliveries.
 * @param dueAt returns the due time of the post with this index
 */
export async function schedule(ctx: Context, count: number, dueAt: (index: number) => Date) {
  const people = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`)
  await addPeople(ctx, people)
  await addPictures(ctx, people)
  const rows = Array.from({ length: count / NETWORKS.length }, (_, index) => ({
    id: Bun.randomUUIDv7(),
    userId: people[index % PEOPLE]!,
    publishAt: dueAt(index),
  }))
  for (let start = 0; start < rows.length; start += BATCH_ROWS)
    await addPosts(ctx, rows.slice(start, start + BATCH_ROWS))
}

async function addPeople({ db, cipher, now }: Context, people: string[]) {
  const createdAt = now()
  await db.batch([
    db
      .insert(users)
      .values(people.map(id => ({ id, email: `${id}@example.com`, fullname: 'Pat Lee', createdAt }))),
    db
      .insert(domains)
      .values(people.map(id => ({ id, userId: id, businessName: 'Pat’s Plumbing', createdAt }))),
    db
      .insert(members)
      .values(
        people.map(id => ({ domainId: id, userId: id, role: 'owner' as const, isSelected: true, createdAt })),
      ),
    db.insert(accounts).values(
      people.flatMap((id, index) =>
        NETWORKS.map(network => ({
          id: `${id}-${network}`,
          userId: id,
          domainId: id,
          network,
          status: 'connected' as const,
          providerId: String(17_841_400_000_000 + index),
          providerUserId: String(index),
          encryptedUserToken: encryptUserToken({ cipher }, { domainId: id, network }, `user token ${index}`),
          encryptedToken: encryptToken({ cipher }, { domainId: id, network }, `token ${index}`),
          name: 'Pat’s Plumbing',
          signedInAt: createdAt,
          createdAt,
          updatedAt: createdAt,
        })),
      ),
    ),
  ])
}

async function addPictures({ db, storage, config, now }: Context, people: string[]) {
  const path = join(config.dataDir, 'picture.jpg')
  const size = { width: 1080, height: 1080 }
  const { data, info } = await createPhotograph({ ...size, background: 'red', sigma: 20, quality: 40 })
  await Bun.write(path, data)
  const sha256 = new Bun.CryptoHasher('sha256').update(data).digest('hex')
  await storage.put('bench/picture.jpg', path, 'image/jpeg')
  await db.insert(media).values(
    people.map(id => ({
      id,
      userId: id,
      kind: 'image' as const,
      name: 'picture.jpg',
      searchName: 'picture.jpg',
      searchAltText: '',
      key: 'bench/picture.jpg',
      jpegKey: 'bench/picture.jpg',
      type: 'image/jpeg' as const,
      bytes: info.size,
      sha256,
      width: info.width,
      height: info.height,
      createdAt: now(),
      touchedAt: now(),
    })),
  )
}

async function addPosts({ db, now }: Context, rows: { id: string; userId: string; publishAt: Date }[]) {
  const createdAt = now()
  await db.batch([
    db
      .insert(posts)
      .values(
        rows.map(row => ({ ...row, domainId: row.userId, timeZone: 'Australia/Melbourne', createdAt })),
      ),
    db
      .insert(postMedia)
      .values(
        rows.map(({ id, userId }) => ({ postId: id, mediaId: userId, position: 0, altText: 'A red van' })),
      ),
    db.insert(deliveries).values(
      rows.flatMap(({ id, userId, publishAt }) =>
        NETWORKS.map(network => ({
          id: Bun.randomUUIDv7(),
          postId: id,
          userId,
          domainId: userId,
          accountId: `${userId}-${network}`,
          network,
          message: `Our vans are red again. Ask Pat why. ${id}`,
          searchText: fold(`Our vans are red again. Ask Pat why. ${id}`),
          mediaPositions: [0],
          state: 'scheduled' as const,
          publishAt,
          wakeAt: publishAt,
          updatedAt: createdAt,
        })),
      ),
    ),
  ])
}
