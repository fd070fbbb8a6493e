import { savePerson } from '#api/auth/people.ts'
import { openContext } from '#api/boot/open-context.ts'
import { readConfig } from '#api/config.ts'

const EMAIL = 'demo@currawong.example'

/** A sign-in to try the product with. Its password is new each time, so that none is written down anywhere. */
export async function makeDemoUser(environment: Record<string, string | undefined>) {
  const ctx = await openContext(readConfig(environment))
  const password = crypto.randomUUID().slice(0, 13)
  await savePerson(ctx, { email: EMAIL, fullname: 'Demo Owner', password })
  ctx.mailer.close()
  ctx.db.$client.close()
  return { email: EMAIL, password }
}
