import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

import { openContext } from '#api/boot/open-context.ts'
import { forgetProcesses } from '#api/boot/processes/processes.ts'
import { syncToDisk } from '#api/db/save-before-migration.ts'
import { readCalls } from '#api/publishing/call-log.ts'
import { MAX_CALL_MS } from '#api/publishing/reconciliation/intents.ts'
import { findLostCalls, markAllForReconciliation } from '#api/publishing/reconciliation/recovery.ts'
import type { Config } from '#api/runtime/config.ts'
import { plural } from '#shared/plural.ts'
import { BackupError, databaseFile, inspect, requireExclusiveUse } from './backup.ts'
import {
  endAccess,
  endApprovals,
  type EndedAccess,
  findEndedAccess,
  requireApprovals,
} from './ended-access.ts'

/**
 * Restores a backup and keeps the previous database beside it.
 * @throws {BackupError} while an api runs, for a damaged backup, and over people's data without `force`
 */
export async function restore(
  config: Config,
  source: string,
  { force, now }: { force: boolean; now: Date },
): Promise<string> {
  const target = databaseFile(config)
  const { users, posts } = await inspect(source)
  mkdirSync(dirname(target), { recursive: true })

  const replaced = existsSync(target) && (await requireConsent(target, force)) ? target : undefined
  const incoming = `${target}.arriving`
  removeDatabase(incoming)
  copyFileSync(source, incoming)
  const { uncertainPosts, missing, aboutAccess } = await prepare(config, incoming, replaced)
  syncToDisk(incoming)
  const kept = existsSync(target) ? await setAside(target, now) : undefined
  renameSync(incoming, target)
  syncToDisk(dirname(target))

  return [
    `Restored ${plural(users, 'person', 'people')} and ${plural(posts, 'post')} from ${source}.`,
    ...(kept ? [`The previous database is in ${kept}.`] : []),
    'Media and the secret must be restored separately: APP_SECRET must be the one in use when the backup was made.',
    ...aboutAccess,
    ...(uncertainPosts > 0
      ? [
          `${plural(uncertainPosts, 'post')} may have been published since the backup. After the next start, Currawong checks with each network before it sends anything. Edits, cancellations and new posts since the backup are lost; tell your clients.`,
        ]
      : []),
    ...(missing > 0
      ? [
          `${missing} recently published posts aren’t in the backup. They are still on their networks, unless somebody deleted them there, but Currawong no longer shows them.`,
        ]
      : []),
  ].join('\n')
}

/** @returns whether the current database is sound */
async function requireConsent(target: string, force: boolean): Promise<boolean> {
  await requireExclusiveUse(target)
  const present = await inspect(target).catch(() => undefined)
  if (force || present?.users === 0) return present !== undefined
  throw new BackupError(
    present
      ? `${target} holds ${plural(present.users, 'person', 'people')} and ${plural(present.posts, 'post')}. To replace them, add --force.`
      : `${target} can’t be read. To replace it, add --force.`,
  )
}

/** Renames the current database. Runs once the replacement is ready, so that an earlier failure changes nothing. */
async function setAside(target: string, now: Date): Promise<string> {
  await requireExclusiveUse(target)
  const kept = `${target}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(target, kept)
  removeDatabase(target)
  return kept
}

/** Also removes the write-ahead log, which SQLite would otherwise apply to the next database of this name. */
function removeDatabase(file: string) {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

/**
 * Migrates the restored database, and marks the posts that may have been published since the backup, before any process can
 * publish them again. If it can be compared with the replaced database, ends access that has ended there, and requires approval
 * for businesses that require it there.
 * @returns the number of marked posts, the number of logged posts that the backup lacks, and lines about access, to print
 */
async function prepare(config: Config, file: string, replaced: string | undefined) {
  const ctx = await openContext({
    ...config,
    database: { url: pathToFileURL(file).href, authToken: undefined },
  })
  const until = ctx.now()
  const absentFrom = new Date(+until + MAX_CALL_MS)
  const found = replaced && (await findEndedAccess(file, replaced, until).catch(() => undefined))
  // Before the posts are marked, because those that wait for approval return to review.
  if (found) await requireApprovals(ctx, found.rules)
  const withdrawn = found ? await endApprovals(ctx, found.withdrawn) : []
  const { lost, missing } = await findLostCalls(ctx, readCalls(config.dataDir))
  const uncertainPosts = await markAllForReconciliation(ctx, { until, absentFrom }, { lost, holdsDue: true })
  await forgetProcesses(ctx)
  const aboutAccess = found
    ? describeEndedAccess([...(await endAccess(ctx, found)), ...withdrawn], found.rules)
    : [
        'Access that ended since the backup is back: check the members and links of each business, and which of them require approval.',
      ]
  await ctx.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  ctx.mailer.close()
  ctx.db.$client.close()
  return { uncertainPosts, missing, aboutAccess }
}

function describeEndedAccess(ended: string[], rules: EndedAccess['rules']): string[] {
  const businesses = rules.map(({ business }) => business).join(', ')
  return [
    ended.length > 0
      ? `Access that ended since the backup hasn’t come back:\n  ${ended.join('\n  ')}`
      : 'No access has ended since the backup.',
    'Passwords and two-factor sign-in are those of the backup.',
    ...(businesses ? [`Approval is still required, as it has been since the backup: ${businesses}.`] : []),
  ]
}
