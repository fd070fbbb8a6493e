import { savePerson } from '#api/auth/people.ts'
import { openContext } from '#api/boot/open-context.ts'
import { readConfig } from '#api/config.ts'

const EMAIL = 'demo@currawong.example'

/** Creates a demo sign-in with a new password each time, so that none is stored. */
export async function makeDemoUser(environment: Record<string, string | undefined>) {
  const ctx = await openContext(readConfig(environment))
  const password = crypto.randomUUID().slice(0, 13)
  await savePerson(ctx, { email: EMAIL, fullname: 'Demo Owner', password })
  ctx.mailer.close()
  ctx.db.$client.close()
  return { email: EMAIL, password }
}
