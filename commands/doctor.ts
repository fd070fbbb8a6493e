import { join } from 'node:path'

import { openNetworks } from '#api/networks/networks.ts'
import { readConfig } from '#api/runtime/config.ts'
import { exitWithMessage } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'
import { checkOutages, probeDatabase, probeSecret, withSecret } from './doctor/database.ts'
import { type Finding, print } from './doctor/finding.ts'
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
} from './doctor/machine.ts'
import { checkPublicUrl, checkSite, probePublicUrl } from './doctor/public-url.ts'
import {
  checkGoogleSignIn,
  checkInstagram,
  checkMetrics,
  probeFacebook,
  probeGoogleBusiness,
  probeMail,
  probeStorage,
  probeWriting,
} from './doctor/services.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Checks for each setting whether it works and, if it doesn't, finds the consequence and the remedy.
 * @throws {StartError} naming each invalid variable
 */
export async function examine(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const config = readConfig(withSecret(environment))
  openNetworks(config, () => new Date())
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

async function report() {
  const findings = await examine(process.env)
  console.log(`Currawong ${VERSION}, Bun ${Bun.version}\n`)
  for (const finding of findings) print(finding)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  const missing = findings.filter(({ state }) => state === 'missing').length
  console.log(`\n${findings.length - wrong - missing} ready, ${missing} missing, ${wrong} wrong`)
  return wrong === 0 ? 0 : 1
}

if (import.meta.main) {
  process.umask(0o077)
  process.exit(await report().catch(exitWithMessage))
}
