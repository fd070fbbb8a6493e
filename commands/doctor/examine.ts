import { join } from 'node:path'

import { readConfig } from '#api/runtime/config.ts'
import { probeClock } from './clock.ts'
import { checkEnvFiles } from './env-file.ts'
import { checkFiles } from './files.ts'
import type { Finding } from './finding.ts'
import { probeMail } from './mail.ts'
import { probeFacebook, probeGoogleBusiness } from './networks.ts'
import { checkOutages } from './outages.ts'
import { API_IS_LISTENING, probePort } from './port.ts'
import { probeDatabase, probeDisk, probeStorage } from './probes.ts'
import { probePublicUrl } from './public-url.ts'
import { probeSecret, withSecret } from './secret.ts'
import {
  checkGoogleSignIn,
  checkInstagram,
  checkMetrics,
  checkPublicUrl,
  checkScores,
  checkSecret,
  checkVideos,
} from './settings.ts'
import { checkSite } from './site.ts'
import { checkUser } from './user.ts'
import { probeWriting } from './writing.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Checks for each setting whether it works and, if it doesn't, finds the consequence and the remedy.
 * @throws {StartError} naming each invalid variable
 */
export async function examine(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const config = readConfig(withSecret(environment))
  const port = await probePort(config)
  return [
    await probeDisk(config),
    await probeDatabase(config),
    await probeSecret(config, checkSecret(config, Boolean(environment.APP_SECRET))),
    port,
    await probeClock(config),
    checkUser(environment),
    checkFiles(config, ROOT),
    ...checkEnvFiles(ROOT),
    await checkSite(config, join(ROOT, 'dist')),
    checkPublicUrl(config),
    ...(await probePublicUrl(config, port.message.startsWith(API_IS_LISTENING))),
    await probeMail(config),
    await probeStorage(config),
    await probeFacebook(config),
    checkInstagram(config),
    checkGoogleSignIn(config),
    await probeGoogleBusiness(config),
    ...(await checkOutages(config)),
    checkScores(config),
    checkVideos(config),
    await probeWriting(config),
    checkMetrics(config),
  ]
}
