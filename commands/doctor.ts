import { readConfig } from '#api/config.ts'
import { VERSION } from '#api/release.ts'
import { endInWords } from '#api/start-error.ts'
import { print } from './doctor/finding.ts'
import { probeClock } from './doctor/clock.ts'
import { probePort } from './doctor/port.ts'
import { probeDatabase, probeDisk, probeMail, probeStorage } from './doctor/probes.ts'
import { probeSecret } from './doctor/secret.ts'
import {
  lookAtFacebook,
  lookAtGoogle,
  lookAtGoogleBusiness,
  lookAtInstagram,
  lookAtMetrics,
  lookAtPublicUrl,
  lookAtScores,
  lookAtSecret,
} from './doctor/settings.ts'
import { probeWriting } from './doctor/writing.ts'

/** Setting by setting: what is configured, what is missing, what that disables, and how to get it. */
async function examine() {
  const config = readConfig(process.env)
  const findings = [
    await probeDisk(config),
    await probeDatabase(config),
    await probeSecret(config, lookAtSecret(config, Boolean(process.env.APP_SECRET))),
    await probePort(config),
    await probeClock(config),
    lookAtPublicUrl(config),
    await probeMail(config),
    await probeStorage(config),
    lookAtFacebook(config),
    lookAtInstagram(config),
    lookAtGoogle(config),
    lookAtGoogleBusiness(config),
    lookAtScores(config),
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

process.exit(await examine().catch(endInWords))
