import { setRole } from '#api/auth/people.ts'
import { readConfig } from '#api/config.ts'
import { openContext } from '#api/open-context.ts'

const ROLES = { grant: 'admin', revoke: 'user' } as const

const [verb = '', email] = process.argv.slice(2)
const role = ROLES[verb as keyof typeof ROLES]
if (!role || !email) {
  console.error('Use: bun run admin grant EMAIL, or: bun run admin revoke EMAIL')
  process.exit(2)
}

const ctx = await openContext(readConfig(process.env))
const changed = await setRole(ctx, email, role)
ctx.mailer.close()
ctx.db.$client.close()

if (changed) console.log(role === 'admin' ? `${email} is an admin now.` : `${email} is no longer an admin.`)
else console.error(`Nobody has verified ${email} yet: sign up with it first.`)
process.exitCode = changed ? 0 : 1
