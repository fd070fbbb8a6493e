import { join } from 'node:path'

import { readConfig } from '#api/config.ts'
import { exitWithMessage } from '#api/errors.ts'
import { VERSION } from '#api/release.ts'
import { probeClock } from './doctor/clock.ts'
import { checkEnvFiles } from './doctor/env-file.ts'
import { checkFiles } from './doctor/files.ts'
import { print } from './doctor/finding.ts'
import { probeMail } from './doctor/mail.ts'
import { probeFacebook, probeGoogleBusiness } from './doctor/networks.ts'
import { checkOutages } from './doctor/outages.ts'
import { API_IS_LISTENING, probePort } from './doctor/port.ts'
import { probeDatabase, probeDisk, probeStorage } from './doctor/probes.ts'
import { probePublicUrl } from './doctor/public-url.ts'
import { probeSecret, withSecret } from './doctor/secret.ts'
import {
  checkGoogleSignIn,
  checkInstagram,
  lookAtMetrics,
  checkPublicUrl,
  checkScores,
  checkSecret,
} from './doctor/settings.ts'
import { checkSite } from './doctor/site.ts'
import { checkUser } from './doctor/user.ts'
import { probeWriting } from './doctor/writing.ts'

const ROOT = join(import.meta.dirname, '..')

process.umask(0o077)

/** Reports for each setting whether it works and, if it doesn't, the consequence and the remedy. */
async function examine() {
  const config = readConfig(withSecret(process.env))
  const port = await probePort(config)
  const findings = [
    await probeDisk(config),
    await probeDatabase(config),
    await probeSecret(config, checkSecret(config, Boolean(process.env.APP_SECRET))),
    port,
    await probeClock(config),
    checkUser(process.env),
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
    await probeWriting(config),
    lookAtMetrics(config),
  ]
  console.log(`Currawong ${VERSION}, Bun ${Bun.version}\n`)
  for (const finding of findings) print(finding)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  const missing = findings.filter(({ state }) => state === 'missing').length
  console.log(`\n${findings.length - wrong - missing} ready, ${missing} missing, ${wrong} wrong`)
  return wrong === 0 ? 0 : 1
}

process.exit(await examine().catch(exitWithMessage))
