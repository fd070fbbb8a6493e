import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MIGRATIONS } from '#api/db/version.ts'
import { eventually } from '../../eventually.ts'
import { settleAndCount } from '../installation/aftermath.ts'
import { newAuthor } from '../installation/author.ts'
import { breachesOf } from '../installation/census.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { recordWrites } from '../power/recorder.ts'
import { seeded } from '../seeded.ts'
import { seed } from '../selection.ts'

const PEOPLE = 6
const ROUNDS = 4
const PASSWORD = 'correct horse battery'

/** Kills an api during its first start, or during an upgrade from the first release. */
export async function killMigrating({
  change,
  from,
}: {
  change: number
  from: 'nothing' | 'the first release'
}): Promise<string[]> {
  const { file, startApi, url } = await openInstallation()
  if (from === 'the first release') await makeFirstRelease(file)
  const { env, dieAt } = await recordWrites(file)
  const doomed = await startApi({ front: true, env: { ...env, ...dieAt(change) } }).catch(() => undefined)
  await doomed?.end('SIGKILL')
  await startApi({ front: true })
  const isHealthy = await eventually('health', async () => (await fetch(`${url}/api/health`)).ok)
  if (from === 'nothing') return isHealthy ? [] : ['it is not healthy']
  const db = createClient({ url: `file:${file}` })
  const { rows } = await db.execute('select email from users')
  db.close()
  return rows.length === 1 && rows[0]!['email'] === 'pat@example.com' ? [] : ['the user is gone']
}

/** Creates a database of release 0.1.0, which had one migration. */
async function makeFirstRelease(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-migrations-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: unknown[] }
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
  const client = createClient({ url: `file:${file}` })
  await client.execute('PRAGMA journal_mode = WAL')
  await migrate(drizzle(client), { migrationsFolder: folder })
  await client.execute(
    `insert into users (id, email, fullname, created_at) values ('u', 'pat@example.com', 'Pat', 0)`,
  )
  client.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs `work` on an api, and kills it at a random write to the database or when the work is done. */
async function killDuring(installation: Installation, random: () => number, work: () => Promise<void>) {
  const { startApi, endApis, file } = installation
  await startApi({ front: true })
  await endApis('SIGTERM')
  const { env, dieAt } = await recordWrites(file)
  await startApi({ front: true, env: { ...env, ...dieAt(50 + Math.floor(random() * 800)) } }).catch(() => {})
  await work().catch(() => {})
  await endApis('SIGKILL')
  await startApi({ front: true })
}

type Person = { email: string; registered: boolean; verified: boolean; token: string; password: string }

/** Kills the api while people sign up, sign in and change passwords. @returns confirmed changes that were lost */
export async function killSigningIn(name: string): Promise<string[]> {
  const installation = await openInstallation()
  const { newClient, world } = installation
  const client = newClient()
  const people: Person[] = []
  const register = ({ email, password }: Person) =>
    client.call('users/register', {
      json: { fullname: 'Pat Lee', email, password, confirmPassword: password, agreeToTerms: true },
    })
  const verifyBy = async ({ email }: Person, otp: string) =>
    String((await client.call('users/verify-otp', { json: { email, otp } })).token)
  const verify = async (person: Person) =>
    verifyBy(person, await eventually('the code by mail', () => world.mailedCode(person.email)))
  /** Tries each mailed code once. A newer code invalidates older ones, which may arrive late. */
  async function verifyByNewest(person: Person) {
    const tried = new Set<string>()
    return eventually('a code that is valid', async () => {
      const otp = await world.mailedCode(person.email)
      if (otp === undefined || tried.has(otp)) return undefined
      tried.add(otp)
      return verifyBy(person, otp).catch(() => undefined)
    })
  }
  const logIn = async ({ email, password }: Person) =>
    String((await client.call('users/login', { json: { email, password } })).token)

  await killDuring(installation, seeded(`${seed} ${name}`), async () => {
    for (let count = 0; count < PEOPLE; count++) {
      const person = {
        email: `pat-${crypto.randomUUID()}@example.com`,
        registered: false,
        verified: false,
        token: '',
        password: PASSWORD,
      }
      people.push(person)
      await register(person)
      person.registered = true
      person.token = await verify(person)
      person.verified = true
      person.token = await logIn(person)
    }
  })

  const broken: string[] = []
  for (const person of people) {
    const { email, registered, verified, token } = person
    try {
      if (token) {
        const response = await fetch(`${installation.url}/api/users/getUserDomain`, {
          headers: { Authorization: `Bearer ${token}` },
        })
        if (!response.ok) broken.push(`${email}: a confirmed session is gone`)
      }
      if (verified) await logIn(person)
      else {
        if (!registered) await register(person)
        // If the response to the verification was lost, signs in. If the code wasn't accepted, signing in sends a new one.
        await verify(person)
          .catch(() => logIn(person))
          .catch(() => verifyByNewest(person))
        await logIn(person)
      }
    } catch (error) {
      broken.push(`${email} can’t sign in: ${String(error)}`)
    }
  }
  return broken
}

/** Kills the api while accounts are being connected. Connecting again must work, and publish each post once. */
export async function killConnecting(name: string): Promise<string[]> {
  const installation = await openInstallation()
  const { startApi, endApis } = installation
  await startApi({ front: true })
  const author = await newAuthor(installation)
  await endApis('SIGTERM')
  const { client } = author
  const networks = ['facebook', 'instagram', 'google'] as const
  const connect = async () => {
    await client.connectFacebook('Pat’s Plumbing')
    await client.connectInstagram('patsplumbing')
    await client.connectGoogle(['Pat’s Plumbing'])
  }
  await killDuring(installation, seeded(`${seed} ${name}`), async () => {
    for (let round = 0; round < ROUNDS; round++) await connect()
  })
  await connect()
  for (const network of networks) await author.post({ network, at: new Date() })
  const areOut = async () => (await installation.world.published()).length >= networks.length
  await eventually('the posts are out', areOut)
  await endApis('SIGTERM')
  return Object.values(breachesOf(await settleAndCount(installation, author))).flat()
}
