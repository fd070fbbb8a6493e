import type { InferOutput } from 'valibot'

import { accountOf, newAppPassword, newBlueskyAccount } from '../bluesky/accounts.ts'
import { SHORT_LIVED_MS } from '../facebook/sign-in/login.ts'
import { GOOGLE_SCOPES, newGoogleCode } from '../google/grants.ts'
import { newGoogleManager } from '../google/managers.ts'
import { newPassword, newSite, siteOf } from '../wordpress/sites.ts'
import { allPageIds, newFacebookPerson, newInstagramPerson } from '../world/people.ts'
import { newCode, newToken } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { type GoogleLoginInput, type LoginInput, type NetworkLoginInput, InvalidInput } from './inputs.ts'

/** Grants a login as if the person had just consented in the network's dialog or with Google's button. */
export function logIn(world: World, input: InferOutput<typeof LoginInput>) {
  if (input.provider === 'google') return logInToGoogle(world, input)
  if (input.provider === 'bluesky') {
    const account = input.person ? accountOf(world, input.person) : newBlueskyAccount(world, input)
    if (!account) throw new InvalidInput(`The sandbox has no Bluesky account ${input.person}.`)
    if (input.person) account.appPassword = newAppPassword()
    return { person: account.did, handle: account.handle, appPassword: account.appPassword }
  }
  if (input.provider === 'wordpress') {
    const site = input.person ? siteOf(world, input.person) : newSite(world, input)
    const [user] = site?.users ?? []
    if (!site || !user) throw new InvalidInput(`The sandbox has no WordPress site ${input.person}.`)
    return { person: site.slug, user: user.login, password: newPassword(user, { name: 'control' }) }
  }
  return input.provider === 'google-signin' ? signInWithGoogle(world, input) : logInToNetwork(world, input)
}

function logInToGoogle(world: World, input: InferOutput<typeof GoogleLoginInput>) {
  const { locations, pages, name, groups, scopes = GOOGLE_SCOPES } = input
  const person = input.person
    ? world.googlePeople.get(input.person)
    : newGoogleManager(world, locations ?? pages ?? 1, name, groups)
  if (!person) throw new InvalidInput(`The sandbox has no Google person ${input.person}.`)
  const code = newGoogleCode(world, {
    personId: person.id,
    scopes,
    offline: true,
    consented: true,
    boundTo: null,
  })
  return { person: person.id, email: person.email, code: code.value }
}

function logInToNetwork(
  world: World,
  { provider, pages, portfolios, name, scopes, located, offered }: InferOutput<typeof NetworkLoginInput>,
) {
  if (provider === 'instagram') {
    const person = newInstagramPerson(world, name, scopes)
    person.offered = offered
    return { person: person.id, code: newCode(world, person, person.scopes, null).value }
  }
  const person = newFacebookPerson(world, pages, name, scopes, portfolios)
  person.offered = offered
  for (const id of located ? [] : allPageIds(person)) {
    const page = world.pages.get(id)
    if (page) page.hasNoAddress = true
  }
  const token = newToken(world, {
    provider: 'facebook',
    personId: person.id,
    appId: null,
    scopes: person.scopes,
    livesMs: SHORT_LIVED_MS,
  })
  return {
    person: person.id,
    code: newCode(world, person, person.scopes, null).value,
    authResponse: { accessToken: token.value, userID: person.id, expiresIn: SHORT_LIVED_MS / 1000 },
  }
}
