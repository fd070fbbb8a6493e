import type { Context } from '#api/context.ts'
import { requireOurSite } from '#api/http/built-site.ts'
import { listen } from '#api/http/listen.ts'
import { siteFiles } from '#api/http/static-site.ts'
import { sweepTemporaryFiles } from '#api/media/files/temporary-files.ts'
import { clockAheadMs } from '#api/networks/core/provider-clock.ts'
import { type Config, readConfig } from '#api/runtime/config.ts'
import { fullDiskMessage } from '#api/runtime/data-dir.ts'
import { databaseFailure, explainDatabaseFailure, isDiskFull } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { ensureSite } from '#api/scores/scores.ts'
import { openContext } from './open-context.ts'
import { requireSameSecret } from './secret-check.ts'

const DIST = `${import.meta.dirname}/../../dist`

type CreateApp = (ctx: Context) => Parameters<typeof listen>[1]['app']

/**
 * Opens the context and binds the port before any job runs, so that a second process on the same port fails before it claims
 * anything. `createApp` is passed, because this folder is on a lower floor than `app.ts`.
 * @throws {StartError} naming the setting or dependency that prevents the start
 */
export async function startServer(environment: Record<string, string | undefined>, createApp: CreateApp) {
  const config = readConfig(environment)
  if (config.production) await requireOurSite(config, DIST)
  try {
    return await openAndServe(config, createApp)
  } catch (error) {
    throw toStartError(error, config)
  }
}

async function openAndServe(config: Config, createApp: CreateApp) {
  const ctx = await openContext(config, { now: () => new Date(Date.now() - clockAheadMs()) })
  try {
    return { ctx, server: await serve(ctx, createApp) }
  } catch (error) {
    ctx.mailer.close()
    ctx.db.$client.close()
    throw error
  }
}

async function serve(ctx: Context, createApp: CreateApp) {
  const { config, log } = ctx
  await requireSameSecret(ctx)
  await ensureSite(ctx).catch(error => {
    throw databaseFailure(error, config.database.url)
  })
  await sweepTemporaryFiles(config)
  const app = createApp(ctx)
  const site = siteFiles(DIST, config.siteUrl)
  return listen(config, { app, site, log })
}

/** Returns a `StartError` with advice for a failure of the disk or the database. Any other error is a bug, and returned as it is. */
export function toStartError(
  error: unknown,
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
): unknown {
  if (error instanceof StartError) return error
  const meaning =
    explainDatabaseFailure(error, database.url) ?? (isDiskFull(error) ? fullDiskMessage(dataDir) : undefined)
  return meaning === undefined ? error : new StartError(meaning, { cause: error })
}
