import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'

import type { Config } from '#api/config.ts'
import { BackupError, databaseFile, inspect, requireNobodyElse } from './database-file.ts'

/**
 * Brings a backup back. What stood there is kept beside it.
 * @throws BackupError while an api runs, for a file that is no sound backup, and over people's data without `force`
 */
export async function restore(
  config: Config,
  source: string,
  { force, now }: { force: boolean; now: Date },
): Promise<string> {
  const target = databaseFile(config)
  const { users, posts } = await inspect(source)
  mkdirSync(dirname(target), { recursive: true })

  const kept = existsSync(target) ? await setAside(target, { force, now }) : undefined
  const arriving = `${target}.arriving`
  copyFileSync(source, arriving)
  flush(arriving)
  renameSync(arriving, target)
  flush(dirname(target))

  return [
    `Restored ${users} people and ${posts} posts from ${source}.`,
    ...(kept ? [`What stood there before is in ${kept}.`] : []),
    'The media and the secret come back separately: APP_SECRET must be the one that the backup was made with.',
    'Posts that were due since the backup are looked up at the networks or held before anything goes out again.',
  ].join('\n')
}

async function setAside(target: string, { force, now }: { force: boolean; now: Date }): Promise<string> {
  await requireNobodyElse(target)
  const present = await inspect(target).catch(() => undefined)
  if (!force && present?.users !== 0) {
    throw new BackupError(
      present
        ? `${target} holds ${present.users} people and ${present.posts} posts. To replace them, add --force.`
        : `${target} can’t be read. To replace it, add --force.`,
    )
  }
  const kept = `${target}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(target, kept)
  for (const suffix of ['-wal', '-shm']) rmSync(`${target}${suffix}`, { force: true })
  return kept
}

function flush(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
