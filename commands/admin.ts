import { readFile } from 'node:fs/promises'

import { setMaxAccounts, setSystemRole } from '#api/auth/people.ts'
import { turnOffForUser } from '#api/auth/two-factor/set-up.ts'
import { openContext } from '#api/boot/open-context.ts'
import type { Context } from '#api/context.ts'
import { readConfig } from '#api/runtime/config.ts'
import { StartError } from '#api/runtime/errors.ts'
import { readNews, sendNews } from '#api/settings/news.ts'
import { plural } from '#shared/plural.ts'
import { deleteUndecryptable } from './admin/lost-secret.ts'
import { runDataCommand } from './processes/data-owner.ts'

type Command = {
  /** Names of its arguments. */
  usage: string
  /** @returns a sentence to print */
  run: (ctx: Context, argument: string, second?: string) => Promise<string>
}

function fail(reason: string): never {
  throw new StartError(reason)
}

const failForUnknown = (email: string) => fail(`Nobody has verified ${email} yet. Sign up with it first.`)

const setsRole = (role: 'admin' | 'user', result: string): Command => ({
  usage: 'EMAIL',
  run: async (ctx, email) =>
    (await setSystemRole(ctx, email, role)) ? `${email} ${result}.` : failForUnknown(email),
})

const COMMANDS: Record<string, Command> = {
  grant: setsRole('admin', 'is an admin now'),
  revoke: setsRole('user', 'is no longer an admin'),
  accounts: {
    usage: 'EMAIL NUMBER',
    run: async (ctx, email, number = '') => {
      const max = Number(number)
      if (!Number.isInteger(max) || max < 1 || max > 1000)
        fail('The number of social accounts must be a whole number from 1 to 1000.')
      return (await setMaxAccounts(ctx, email, max))
        ? `${email} may connect ${max} social accounts now.`
        : failForUnknown(email)
    },
  },
  unlock: {
    usage: 'EMAIL',
    run: async (ctx, email) =>
      (await turnOffForUser(ctx, email))
        ? `${email} now signs in with only a password, and is notified by e-mail.`
        : fail(`${email} has no two-factor sign-in.`),
  },
  lost: {
    usage: 'secret',
    run: async (ctx, thing) =>
      thing === 'secret' ? await deleteUndecryptable(ctx) : fail('Say what is lost: `lost secret`.'),
  },
  news: {
    usage: 'FILE',
    run: async (ctx, file) => {
      const news = readNews(await readFile(file, 'utf8'))
      if (!news.subject || news.paragraphs.length === 0)
        fail('The first line must be the subject, and the following ones the message.')
      return `“${news.subject}” will be sent to ${plural(await sendNews(ctx, news), 'person', 'people')} as soon as the api runs.`
    },
  },
}

const [name = '', argument, second] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command || !argument) {
  const usages = Object.entries(COMMANDS).map(([each, { usage }]) => `bun run admin ${each} ${usage}`)
  console.error(`Use one of:\n  ${usages.join('\n  ')}`)
  process.exit(2)
}

await runDataCommand(async () => {
  const ctx = await openContext(readConfig(process.env))
  try {
    return await command.run(ctx, argument, second)
  } finally {
    ctx.mailer.close()
    ctx.db.$client.close()
  }
})
