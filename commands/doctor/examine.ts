import { join } from 'node:path'

import { readConfig } from '#api/runtime/config.ts'
import { checkOutages, probeDatabase, probeSecret, withSecret } from './database.ts'
import type { Finding } from './finding.ts'
import {
  API_IS_LISTENING,
  checkEnvFiles,
  checkFiles,
  checkScores,
  checkUser,
  checkVideos,
  probeClock,
  probeDisk,
  probePort,
} from './machine.ts'
import { checkPublicUrl, checkSite, probePublicUrl } from './public-url.ts'
import {
  checkGoogleSignIn,
  checkInstagram,
  checkMetrics,
  probeFacebook,
  probeGoogleBusiness,
  probeMail,
  probeStorage,
  probeWriting,
} from './services.ts'

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
    await probeSecret(config, Boolean(environment.APP_SECRET)),
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
