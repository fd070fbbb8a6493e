import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { reserveDiskSpace } from './temporary-files.ts'

const MB = 1024 * 1024
const free = (megabytes: number, userId = '') => ({
  userId,
  freeBytes: () => Promise.resolve(megabytes * MB),
})
const noRoom = {
  code: 'storage_full',
  message: 'We’re out of space for files right now. Please try again later.',
}

test('rejects an upload that would leave too little space for the database, counting those in flight', async () => {
  const config = { dataDir: '/nowhere' }
  await expect(reserveDiskSpace(config, 100 * MB, free(600))).rejects.toMatchObject(noRoom)
  const giveBack = await reserveDiskSpace(config, 100 * MB, free(800))
  await expect(reserveDiskSpace(config, 100 * MB, free(800))).rejects.toMatchObject(noRoom)
  giveBack()
  giveBack()
  const again = await reserveDiskSpace(config, 100 * MB, free(800))
  await expect(reserveDiskSpace(config, 100 * MB, free(800))).rejects.toMatchObject(noRoom)
  again()
})

test('reads the free space from the file system', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'currawong-room-'))
  await expect(reserveDiskSpace({ dataDir }, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(noRoom)
  const giveBack = await reserveDiskSpace({ dataDir: join(dataDir, 'new') }, 1)
  giveBack()
  await rm(dataDir, { recursive: true })
})

test('leaves most of the disk to others, whatever one person declares', async () => {
  const config = { dataDir: '/crowded' }
  const reserve = (megabytes: number, userId: string) =>
    reserveDiskSpace(config, megabytes * MB, free(4000, userId))
  const busy = { code: 'rate_limited', retryAfterSeconds: 5 }
  const first = await reserve(400, 'pat')
  await expect(reserve(400, 'pat')).rejects.toMatchObject(busy)
  const small = await reserve(10, 'pat')
  // The only upload of a person may be larger.
  const others = await reserve(600, 'ann')
  first()
  small()
  const again = await reserve(400, 'pat')
  again()
  others()
  const whole = await reserve(1700, 'pat')
  whole()
})
