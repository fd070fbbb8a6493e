import { expect, test } from 'bun:test'

import { PASSWORD } from '#api/test/app.ts'
import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'

/** Returns a user with a password and a linked Google account, and a function that signs in with Google. */
async function linkedPerson(api: ConnectingApp) {
  const person = await api.signUp()
  const known: { person?: string } = {}
  const withGoogle = async () => {
    const { credential, person: id } = await api.world<{ credential: string; person: string }>('login', {
      provider: 'google-signin',
      clientId: api.ctx.config.google.clientId,
      email: person.email,
      nonce: crypto.randomUUID(),
      ...known,
    })
    known.person = id
    const nonce = (
      JSON.parse(Buffer.from(credential.split('.')[1]!, 'base64url').toString()) as { nonce: string }
    ).nonce
    const response = await api.request('users/auth/google-login', { json: { tokenData: credential, nonce } })
    return { status: response.status, token: ((await response.json()) as { token?: string }).token }
  }
  return { ...person, withGoogle }
}

const signInOf = async ({ call }: Pick<Awaited<ReturnType<typeof linkedPerson>>, 'call'>) => {
  const { userDetails } = (await (await call('users/getUserInfo', { json: {} })).json()) as {
    userDetails: { googleSignIn: string }
  }
  return userDetails.googleSignIn
}

test('removing Google ends other sessions, notifies the owner, and prevents a later sign-in from relinking it', async () => {
  const api = await connectingApp()
  const person = await linkedPerson(api)
  expect(await signInOf(person)).toBe('none')
  const { token } = await person.withGoogle()
  expect(await signInOf(person)).toBe('linked')

  const removed = await person.call('users/auth/google', { method: 'DELETE' })
  expect(await removed.json()).toEqual({ success: true, message: 'Google sign-in is removed.' })
  expect(await signInOf(person)).toBe('removed')
  expect((await api.request('users/getUserInfo', { json: {}, token: token! })).status).toBe(401)
  expect((await api.mail(person.email))[0]?.subject).toBe('Google sign-in was removed from your account')
  expect((await person.withGoogle()).status).toBe(401)
  expect(await signInOf(person)).toBe('removed')
  const json = { email: person.email, password: PASSWORD }
  expect((await api.request('users/login', { json })).status).toBe(200)
})

test('links Google again once the owner allows it', async () => {
  const api = await connectingApp()
  const person = await linkedPerson(api)
  await person.withGoogle()
  await person.call('users/auth/google', { method: 'DELETE' })
  expect((await person.call('users/auth/google/allow', { json: {} })).status).toBe(200)
  expect(await signInOf(person)).toBe('none')
  expect((await person.withGoogle()).status).toBe(200)
  expect(await signInOf(person)).toBe('linked')
})

test('refuses to remove Google from an account without a password', async () => {
  const api = await connectingApp()
  const { credential } = await api.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId: api.ctx.config.google.clientId,
  })
  const response = await api.request('users/auth/google-login', { json: { tokenData: credential } })
  const { token } = (await response.json()) as { token: string }
  const refused = await api.request('users/auth/google', { method: 'DELETE', token })
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { message: 'You sign in with Google only, so it can’t be removed.' },
  ])
  expect((await api.request('users/getUserInfo', { json: {}, token })).status).toBe(200)
})

test('removing Google when it isn’t linked changes nothing and ends no session', async () => {
  const api = await connectingApp()
  const person = await linkedPerson(api)
  const json = { email: person.email, password: PASSWORD }
  const other = (await (await api.request('users/login', { json })).json()) as { token: string }
  expect((await person.call('users/auth/google', { method: 'DELETE' })).status).toBe(409)
  expect((await api.request('users/getUserInfo', { json: {}, token: other.token })).status).toBe(200)
  expect((await person.withGoogle()).status).toBe(200)
})
