import { savePerson, setRole } from '#api/auth/people.ts'
import { openContext } from '#api/boot/open-context.ts'
import { readConfig } from '#api/runtime/config.ts'

const EMAIL = 'demo@currawong.example'

const AGENCY_EMAIL = 'agency@currawong.example'

/** Creates a client and an administrator. Each start sets a new password, so that none needs to be stored. */
export async function makeDemoUsers(environment: Record<string, string | undefined>) {
  const ctx = await openContext(readConfig(environment))
  const password = crypto.randomUUID().slice(0, 13)
  await savePerson(ctx, { email: EMAIL, fullname: 'Demo Owner', password })
  await savePerson(ctx, { email: AGENCY_EMAIL, fullname: 'Agency', password })
  await setRole(ctx, AGENCY_EMAIL, 'admin')
  ctx.mailer.close()
  ctx.db.$client.close()
  return { email: EMAIL, agencyEmail: AGENCY_EMAIL, password }
}
