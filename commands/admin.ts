import { readFile } from 'node:fs/promises'

import { setMaxAccounts, setSystemRole } from '#api/auth/people.ts'
import { unlock } from '#api/auth/two-factor/set-up.ts'
import { openContext } from '#api/boot/open-context.ts'
import type { Context } from '#api/context.ts'
import { readConfig } from '#api/runtime/config.ts'
import { StartError } from '#api/runtime/errors.ts'
import { readNews, sendNews } from '#api/settings/news.ts'
import { plural } from '#shared/plural.ts'
import { dropUnreadable } from './admin/lost-secret.ts'
import { runAsOwner } from './processes/owner.ts'

type Verb = {
  takes: string
  /** Returns what it did. @throws {StartError} why it did nothing */
  run: (ctx: Context, argument: string, second?: string) => Promise<string>
}

function refuse(why: string): never {
  throw new StartError(why)
}

const nobody = (email: string) => refuse(`Nobody has verified ${email} yet. Sign up with it first.`)

const becomes = (role: 'admin' | 'user', result: string): Verb => ({
  takes: 'EMAIL',
  run: async (ctx, email) =>
    (await setSystemRole(ctx, email, role)) ? `${email} ${result}.` : nobody(email),
})

const VERBS: Record<string, Verb> = {
  grant: becomes('admin', 'is an admin now'),
  revoke: becomes('user', 'is no longer an admin'),
  accounts: {
    takes: 'EMAIL NUMBER',
    run: async (ctx, email, number = '') => {
      const max = Number(number)
      if (!Number.isInteger(max) || max < 1 || max > 1000)
        refuse('The number of social accounts must be a whole number from 1 to 1000.')
      return (await setMaxAccounts(ctx, email, max))
        ? `${email} may connect ${max} social accounts now.`
        : nobody(email)
    },
  },
  unlock: {
    takes: 'EMAIL',
    run: async (ctx, email) =>
      (await unlock(ctx, email))
        ? `${email} now signs in with only a password, and is notified by e-mail.`
        : refuse(`${email} has no two-factor sign-in.`),
  },
  lost: {
    takes: 'secret',
    run: async (ctx, what) =>
      what === 'secret' ? await dropUnreadable(ctx) : refuse('Say what is lost: `lost secret`.'),
  },
  news: {
    takes: 'FILE',
    run: async (ctx, file) => {
      const news = readNews(await readFile(file, 'utf8'))
      if (!news.subject || news.paragraphs.length === 0)
        refuse('The first line must be the subject, and the following ones the message.')
      return `“${news.subject}” will be sent to ${plural(await sendNews(ctx, news), 'person', 'people')} as soon as the api runs.`
    },
  },
}

const [name = '', argument, second] = process.argv.slice(2)
const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
if (!verb || !argument) {
  const uses = Object.entries(VERBS).map(([each, { takes }]) => `bun run admin ${each} ${takes}`)
  console.error(`Use one of:\n  ${uses.join('\n  ')}`)
  process.exit(2)
}

await runAsOwner(async () => {
  const ctx = await openContext(readConfig(process.env))
  try {
    return await verb.run(ctx, argument, second)
  } finally {
    ctx.mailer.close()
    ctx.db.$client.close()
  }
})
