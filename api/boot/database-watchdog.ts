import { existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { fileOf } from '#api/db/client.ts'
import { makeDataDir } from '#api/runtime/data-dir.ts'
import type { Context } from '../context.ts'

const CHECK_EVERY_MS = 1000

/**
 * Calls `onGone` once when the database's file was deleted or replaced, because later writes would go to a file that nobody
 * can find. The caller runs `save` after its last write: it restores a deleted database from the open connections, or saves
 * a copy beside the database that replaced it. The next start detects the unclean stop and reconciles deliveries that may
 * have gone out.
 */
export function watchDatabaseFile(ctx: Context, onGone: (save: () => Promise<void>) => void): void {
  const file = fileOf(ctx.config.database.url)
  if (!file) return
  const [opened, log] = [identityOf(file), identityOf(`${file}-wal`)]
  const timer = setInterval(() => {
    const found = identityOf(file)
    if (found === opened || found === 'unknown') return
    clearInterval(timer)
    onGone(() => save(ctx, file, log))
  }, CHECK_EVERY_MS)
  timer.unref()
}

async function save(ctx: Context, file: string, log: string): Promise<void> {
  const saved = `${file}.saved-${ctx.now().toISOString().replaceAll(/[:.]/g, '-')}`
  makeDataDir(dirname(file))
  await ctx.db.$client.execute({ sql: 'VACUUM INTO ?', args: [saved] })
  // These logs belong to the missing file. SQLite would corrupt another database by applying them.
  if (identityOf(`${file}-wal`) === log)
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  if (moveUnlessTaken(saved, file))
    ctx.log.error({ file }, 'the deleted database is restored from the open connections')
  else
    ctx.log.error(
      { file, saved },
      'another database replaced the file; a copy of the former one is saved beside it',
    )
}

/** Moves the copy to `file`. Returns false if a file is already there, e.g. one that another process restored. */
function moveUnlessTaken(saved: string, file: string): boolean {
  try {
    linkSync(saved, file)
  } catch (error) {
    if (existsSync(file)) return false
    throw error
  }
  rmSync(saved)
  return true
}

function identityOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    return found ? `${found.dev}:${found.ino}` : 'none'
  } catch {
    return 'unknown'
  }
}
