import { exitWithMessage } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'
import { examine } from './doctor/examine.ts'
import { print } from './doctor/finding.ts'

process.umask(0o077)

/** Reports for each setting whether it works and, if it doesn't, the consequence and the remedy. */
async function report() {
  const findings = await examine(process.env)
  console.log(`Currawong ${VERSION}, Bun ${Bun.version}\n`)
  for (const finding of findings) print(finding)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  const missing = findings.filter(({ state }) => state === 'missing').length
  console.log(`\n${findings.length - wrong - missing} ready, ${missing} missing, ${wrong} wrong`)
  return wrong === 0 ? 0 : 1
}

process.exit(await report().catch(exitWithMessage))
