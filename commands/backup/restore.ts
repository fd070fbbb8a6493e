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
import { pathToFileURL } from 'node:url'

import { openContext } from '#api/boot/open-context.ts'
import type { Config } from '#api/config.ts'
import { forgetProcesses } from '#api/processes/processes.ts'
import { markAllForReconciliation, MAX_CALL_MS } from '#api/publishing/recovery.ts'
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

  if (existsSync(target)) await requireLeave(target, force)
  const arriving = `${target}.arriving`
  removeDatabase(arriving)
  copyFileSync(source, arriving)
  const inDoubt = await prepare(config, arriving)
  flush(arriving)
  const kept = existsSync(target) ? await setAside(target, now) : undefined
  renameSync(arriving, target)
  flush(dirname(target))

  return [
    `Restored ${users} people and ${posts} posts from ${source}.`,
    ...(kept ? [`What stood there before is in ${kept}.`] : []),
    'The media and the secret come back separately: APP_SECRET must be the one that the backup was made with.',
    ...(inDoubt > 0
      ? [
          `${inDoubt} posts may have gone out since the backup: after the next start, Currawong checks with each network before it sends anything. Edits, cancellations and new posts since the backup are lost; tell your clients.`,
        ]
      : []),
  ].join('\n')
}

async function requireLeave(target: string, force: boolean): Promise<void> {
  await requireNobodyElse(target)
  const present = await inspect(target).catch(() => undefined)
  if (force || present?.users === 0) return
  throw new BackupError(
    present
      ? `${target} holds ${present.users} people and ${present.posts} posts. To replace them, add --force.`
      : `${target} can’t be read. To replace it, add --force.`,
  )
}

/** Last, when what takes its place is ready: whatever ends this sooner leaves everything as it was. */
async function setAside(target: string, now: Date): Promise<string> {
  await requireNobodyElse(target)
  const kept = `${target}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(target, kept)
  removeDatabase(target)
  return kept
}

/** With its log: one that is left behind would be read into whatever comes to stand beside it. */
function removeDatabase(file: string) {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

/**
 * Migrates the restored database and marks the posts that may have been published since, before anything can act on them.
 * Returns the number of posts.
 */
async function prepare(config: Config, file: string): Promise<number> {
  const ctx = await openContext({
    ...config,
    database: { url: pathToFileURL(file).href, authToken: undefined },
  })
  const until = ctx.now()
  const absentFrom = new Date(+until + MAX_CALL_MS)
  const inDoubt = await markAllForReconciliation(ctx, { until, absentFrom }, { holdsDue: true })
  await forgetProcesses(ctx)
  await ctx.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  ctx.mailer.close()
  ctx.db.$client.close()
  return inDoubt
}

function flush(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
