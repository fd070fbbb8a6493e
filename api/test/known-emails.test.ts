import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { checkPassword, hasher } from '#api/auth/passwords/passwords.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { newEmail, signUpForm, testApp, type TestApp } from './app.ts'

const CHOSEN = 'chosen by a stranger'
const OWNERS = 'known to the owner only'

type OwnerState = {
  before?: (api: TestApp, email: string) => Promise<unknown>
  /** The owner's action after the stranger's first call. */
  meanwhile?: (api: TestApp, email: string) => Promise<unknown>
}
const signUpOwner = (api: TestApp, email: string) => api.signUp({ email, password: OWNERS })
const registerOwner = (api: TestApp, email: string) => send(api, 'users/register', signUpForm(email, OWNERS))

/** States of an e-mail before a stranger's calls. */
const OWNER_STATES: Record<string, OwnerState> = {
  unknown: {},
  verified: { before: signUpOwner },
  'verified by Google': {
    async before(api, email) {
      const { userId } = await signUpOwner(api, email)
      await api.ctx.db.update(users).set({ passwordHash: null, googleId: email }).where(eq(users.id, userId))
    },
  },
  unverified: { before: registerOwner },
  'verified meanwhile': { meanwhile: signUpOwner },
  'signed up meanwhile': { meanwhile: registerOwner },
}

type Step = (email: string, ticket: unknown) => [path: string, json: object]
const register: Step = email => ['users/register', signUpForm(email, CHOSEN)]
const login: Step = email => ['users/login', { email, password: CHOSEN }]
const loginWrongly: Step = email => ['users/login', { email, password: 'not that' }]
const reset: Step = email => ['users/reset-password', { email }]
const resend: Step = email => ['users/resend-otp', { email }]
const resendByTicket: Step = (email, token) => ['users/resend-otp', { email, token }]
const verify: Step = email => ['users/verify-otp', { email, otp: 'a guess' }]
const verifyByTicket: Step = (email, token) => ['users/verify-otp', { email, otp: 'a guess', token }]

const WITHOUT_SIGN_UP = [loginWrongly, reset, resend, verify, verifyByTicket, resendByTicket]
const SEQUENCES: [name: string, steps: Step[]][] = [
  [login, ...WITHOUT_SIGN_UP],
  [register, login, ...WITHOUT_SIGN_UP, login],
  [register, login, resendByTicket, login, verifyByTicket, login],
  [register, register, login, loginWrongly, login],
  [register, ...Array<Step>(6).fill(verifyByTicket), login],
  [register, ...Array<Step>(7).fill(login)],
].map(steps => [steps.map(({ name }) => name).join(', '), steps])

/** Reduces a response to the parts that must be equal, with secrets masked because they are random. */
async function send(api: TestApp, path: string, json: object, address?: string) {
  const response = await api.request(path, { json, ...(address && { address }) })
  const { token, ticket, ...body } = (await response.json()) as Record<string, unknown>
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return {
    token,
    ticket,
    seen: { status: response.status, headers, body, token: kind(token), ticket: kind(ticket) },
  }
}

const kind = (secret: unknown) => (typeof secret === 'string' ? `${secret.length} characters` : typeof secret)

let api: TestApp
let players = 0
const hashes = [spyOn(hasher, 'hash'), spyOn(hasher, 'verify'), spyOn(hasher, 'hashWithSalt')]
const hashed = () => hashes.reduce((sum, { mock }) => sum + mock.calls.length, 0)

beforeAll(async () => {
  api = await testApp()
  // Creates the dummy hash for missing accounts, once per process.
  await checkPassword('any', null)
})
afterAll(() => {
  for (const spy of hashes) spy.mockRestore()
})

/** Makes a stranger's calls about an e-mail, and returns what they see and the work that each step took. */
async function play(steps: Step[], ownerState: string) {
  const email = newEmail()
  const address = `198.51.100.${players++}`
  const { before, meanwhile } = OWNER_STATES[ownerState]!
  await before?.(api, email)
  const client = api.ctx.db.$client
  const [execute, batch] = [spyOn(client, 'execute'), spyOn(client, 'batch')]
  const transcript: object[] = []
  let ticket: unknown
  for (const step of steps) {
    const [hashedBefore, path, json] = [hashed(), ...step(email, ticket)]
    execute.mockClear()
    batch.mockClear()
    const result = await send(api, path, json, address)
    if (step === register) ticket = result.token
    else if (result.ticket !== undefined) expect(result.ticket === ticket).toBe(true)
    const statements = [execute.mock.calls.length, ...batch.mock.calls.map(([all]) => all.length)]
    transcript.push({ step: step.name, ...result.seen, hashes: hashed() - hashedBefore, statements })
    if (transcript.length > 1 || !meanwhile) continue
    await api.mail(email)
    await meanwhile(api, email)
  }
  execute.mockRestore()
  batch.mockRestore()
  return transcript
}

test.each(SEQUENCES)('doesn’t reveal to a stranger which e-mails are known: %s', async (_, steps) => {
  const unknown = await play(steps, 'unknown')
  for (const ownerState of Object.keys(OWNER_STATES))
    expect([ownerState, await play(steps, ownerState)]).toEqual([ownerState, unknown])
})
