import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createApp } from '#api/app.ts'
import { hashSignupPassword } from '#api/auth/passwords/passwords.ts'
import { createSession } from '#api/auth/sessions/sessions.ts'
import { openContext } from '#api/boot/open-context.ts'
import type { Context } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { createMailDispatcher } from '#api/outbox/mail.ts'
import { readConfig } from '#api/runtime/config.ts'
import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import { atEnd } from './at-end.ts'
import { type TestClock, testClock } from './clock.ts'
import { IN_MEMORY, migratedDb } from './db/migrated.ts'
import { copyKnownFiles } from './media/known-files.ts'
import { APP_SECRET, mailTo, type Sandbox, sandboxSettings, sharedSandbox } from './servers/sandbox.ts'

type Options = Partial<Context> & { sandbox?: Sandbox; clock?: TestClock; env?: Record<string, string> }
type Init = {
  method?: string
  json?: unknown
  form?: FormData
  token?: string
  headers?: Record<string, string>
  address?: string
  body?: BodyInit
}
type NewPerson = { email?: string; fullname?: string; role?: 'user' | 'admin'; password?: string }

/** Creates the whole api with a new database, at noon, and the sandbox as the outside world. */
export async function testApp({ sandbox: own, clock = testClock(), env, ...given }: Options = {}) {
  copyKnownFiles()
  const sandbox = own ?? (await sharedSandbox())
  const config = testConfig(sandbox, env)
  const db = given.db ?? (config.database.url === IN_MEMORY ? await migratedDb() : undefined)
  const ctx = await openContext(config, { now: clock.now, ...given, ...(db && { db }) })
  atEnd(() => ctx.mailer.close())
  const app = createApp(ctx)

  const request = (path: string, { method, json, form, token, headers, address, body }: Init = {}) =>
    Promise.resolve(
      app.request(
        path.startsWith('/') ? path : `/api/${path}`,
        {
          method: method ?? (json !== undefined || form || body ? 'POST' : 'GET'),
          body: json === undefined ? (form ?? body ?? null) : JSON.stringify(json),
          headers: {
            ...(json !== undefined && { 'Content-Type': 'application/json' }),
            ...(token && { Authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        address ? { address } : undefined,
      ),
    )

  const callAs =
    (token: string) =>
    (path: string, init: Init = {}) =>
      request(path, { token, ...init })

  /** Sends the outbox, and returns the mails to an address, newest first. */
  const mail = async (to: string) => {
    await sendWaitingMail(ctx)
    return mailTo(sandbox, to)
  }
  const mailedCode = async (to: string) =>
    (await mail(to)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0] ?? ''

  /** Creates a user with a session, as a confirmed sign-up does. The tests of sign-ups use the routes. */
  const signUp = async ({
    email = newEmail(),
    fullname = 'Pat Lee',
    role = 'user',
    password = PASSWORD,
  }: NewPerson = {}) => {
    const userId = crypto.randomUUID()
    const user = { id: userId, email: email.toLowerCase(), fullname, role, createdAt: ctx.now() }
    const passwordHash = await hashSignupPassword(ctx, user.email, password)
    await ctx.db.insert(users).values({ ...user, passwordHash })
    const token = await createSession({ ...ctx, address: '', userAgent: '' }, userId, { passwordHash })
    if (!token) throw new Error(`No session for ${email}`)
    return { token, userId, email, password, call: callAs(token) }
  }
  const admin = () => signUp({ role: 'admin', fullname: 'Ada Admin' })

  return { ctx, app, clock, sandbox, request, callAs, mail, mailedCode, signUp, admin }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

/** Sends all due mail. */
export const sendWaitingMail = (ctx: Context) => drain(createMailDispatcher(ctx))

/** Runs all due work of a pool. */
export async function drain(pool: WorkerPool) {
  await pool.tick()
  await pool.idle()
}

export const PASSWORD = 'correct horse'

/** The input of users/register. */
export const signUpForm = (email: string, password = PASSWORD) => ({
  fullname: 'Pat Lee',
  email,
  password,
  confirmPassword: password,
  agreeToTerms: true,
})

/** Returns a unique address, because the sandbox stores the mail of all tests. */
export const newEmail = () => `pat-${crypto.randomUUID()}@example.com`

function testConfig(sandbox: Sandbox, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-test-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  return readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: IN_MEMORY,
    APP_SECRET,
    PUBLIC_URL: 'http://currawong.test',
    LOG_LEVEL: 'silent',
    ...sandboxSettings(sandbox),
    ...env,
  })
}
