import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { LOCAL, readBuiltFor, siteMismatch } from '#api/http/built-site.ts'
import type { Config } from '#api/runtime/config.ts'
import type { Finding } from './finding.ts'

/** Compares the built pages with the settings. This machine needs no pages if another host serves them. */
export async function checkSite(
  config: Pick<Config, 'siteUrl' | 'publicUrl'>,
  dist: string,
): Promise<Finding> {
  const name = 'Site'
  const mismatch = await siteMismatch(config, dist)
  // `up` builds the pages without a public URL, for this machine only.
  const isLocalBuild = (await readBuiltFor(dist))?.loopback && LOCAL.test(new URL(config.siteUrl).hostname)
  if (mismatch) return { state: isLocalBuild ? 'missing' : 'wrong', name, message: mismatch }
  if (existsSync(join(dist, 'index.html')))
    return { state: 'ready', name, message: `dist/ is built for ${config.siteUrl}` }
  const isElsewhere = new URL(config.siteUrl).origin !== new URL(config.publicUrl).origin
  return isElsewhere
    ? {
        state: 'ready',
        name,
        message: `${config.siteUrl} is served by another host (there is no dist/ here)`,
      }
    : {
        state: 'wrong',
        name,
        message: 'There are no pages in dist/: visitors see a message that the site hasn’t been built.',
        remedy: 'bun run build',
      }
}
