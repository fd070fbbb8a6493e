import { ConfigError, readConfig } from '#api/config.ts'
import { print } from './doctor/finding.ts'
import { probeDatabase, probeDisk, probeMail, probeStorage } from './doctor/probes.ts'
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
    lookAtSecret(config, Boolean(process.env.APP_SECRET)),
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
  for (const finding of findings) print(finding)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  const missing = findings.filter(({ state }) => state === 'missing').length
  console.log(`\n${findings.length - wrong - missing} ready, ${missing} missing, ${wrong} wrong`)
  return wrong === 0 ? 0 : 1
}

try {
  process.exit(await examine())
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
