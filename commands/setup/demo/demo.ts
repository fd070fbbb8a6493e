import { savePerson, setSystemRole } from '#api/auth/people.ts'
import { openContext } from '#api/boot/open-context.ts'
import { readConfig } from '#api/runtime/config.ts'
import { addSampleBusiness } from './sample-business.ts'

type Environment = Record<string, string | undefined>
const EMAIL = 'demo@currawong.example'
const AGENCY_EMAIL = 'agency@currawong.example'

/**
 * Creates the demo users and, unless in production or without a sandbox, their sample business.
 * @param hasProblems false for a sample business without a rejected post and without one that missed its time
 */
export async function makeDemo(environment: Environment, sandboxUrl?: string, { hasProblems = true } = {}) {
  const users = await makeDemoUsers(environment)
  if (sandboxUrl && environment['NODE_ENV'] !== 'production')
    await addSampleBusiness({ environment, sandboxUrl, hasProblems, ...users })
  return users
}

/** Creates a client and an administrator. Each start sets a new password, so that none needs to be stored. */
async function makeDemoUsers(environment: Environment) {
  const ctx = await openContext(readConfig(environment))
  const password = crypto.randomUUID().slice(0, 13)
  await savePerson(ctx, { email: EMAIL, fullname: 'Demo Owner', password })
  await savePerson(ctx, { email: AGENCY_EMAIL, fullname: 'Agency', password })
  await setSystemRole(ctx, AGENCY_EMAIL, 'admin')
  ctx.mailer.close()
  ctx.db.$client.close()
  return { email: EMAIL, agencyEmail: AGENCY_EMAIL, password }
}

if (import.meta.main) {
  console.log(`demo ready ${JSON.stringify(await makeDemo(process.env, process.argv[2]))}`)
  process.exit()
}
