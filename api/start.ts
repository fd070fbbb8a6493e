import { createApp } from './app.ts'
import { openContext } from './boot/open-context.ts'
import { requireSameSecret } from './boot/secret-check.ts'
import { readConfig } from './config.ts'
import type { Context } from './context.ts'
import { databaseFailure } from './db/failure.ts'
import { requireOurSite } from './http/built-site.ts'
import { listen } from './http/listen.ts'
import { siteFiles } from './http/static-site.ts'
import { sweepTemporaryFiles } from './media/files/temporary-files.ts'
import { clockAheadMs } from './networks/core/provider-clock.ts'
import { ensureSite } from './scores/site.ts'

const DIST = `${import.meta.dirname}/../dist`

/**
 * Opens everything and binds the port, so that a second process on the same port fails before it claims anything.
 * @throws {StartError} naming the setting or dependency that prevents the start
 */
export async function startServer(environment: Record<string, string | undefined>) {
  const config = readConfig(environment)
  if (config.production) await requireOurSite(config, DIST)
  const ctx = await openContext(config, { now: () => new Date(Date.now() - clockAheadMs()) })
  try {
    return { ctx, server: await serve(ctx) }
  } catch (error) {
    ctx.mailer.close()
    ctx.db.$client.close()
    throw error
  }
}

async function serve(ctx: Context) {
  const { config, log } = ctx
  await requireSameSecret(ctx)
  await ensureSite(ctx).catch(error => {
    throw databaseFailure(error, config.database.url)
  })
  await sweepTemporaryFiles(config)
  const app = createApp(ctx)
  const site = siteFiles(DIST, { https: config.siteUrl.startsWith('https:') })
  return listen(config, { app, site, log })
}
