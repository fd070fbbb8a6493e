import { randomBytes } from 'node:crypto'

import type { BlueskyAccount, BlueskyToken } from '../world/entities/bluesky.ts'
import { DAY, HOUR } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { endSessions } from './oauth/sessions.ts'
import { authMissing, expiredToken, invalidToken } from './xrpc-error.ts'

const ACCESS_LIFETIME_MS = 2 * HOUR
const REFRESH_LIFETIME_MS = 90 * DAY
/** For this long, a used refresh token returns the same successor, in case the response was lost. */
const GRACE_MS = 2 * HOUR

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const letters = (length: number) =>
  Array.from(randomBytes(length), byte => ALPHABET[byte % ALPHABET.length]).join('')

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'account'

export const newAppPassword = () => [4, 4, 4, 4].map(letters).join('-')

export interface NewAccount {
  name?: string | undefined
  handle?: string | undefined
  appPassword?: string | undefined
}

export function newBlueskyAccount(
  world: World,
  { name = "Pat's Plumbing", handle, appPassword }: NewAccount,
) {
  const account: BlueskyAccount = {
    did: `did:plc:${letters(24)}`,
    handle: handle ?? freeHandle(world, slug(name)),
    displayName: name,
    appPassword: appPassword ?? newAppPassword(),
  }
  world.bluesky.accounts.set(account.did, account)
  return account
}

function freeHandle(world: World, base: string): string {
  const taken = new Set([DEMO_HANDLE, ...[...world.bluesky.accounts.values()].map(({ handle }) => handle)])
  const name = (i: number) => `${base}${i > 1 ? `-${i}` : ''}.bsky.example`
  let i = 1
  while (taken.has(name(i))) i++
  return name(i)
}

export const DEMO_HANDLE = 'pat.bsky.example'
export const DEMO_PASSWORD = 'pats-demo-pass-word'

/** Returns the account with this handle or DID. Creates the demo's account on first use. */
export function accountOf(world: World, identifier: string): BlueskyAccount | undefined {
  const found = [...world.bluesky.accounts.values()].find(
    ({ did, handle }) => did === identifier || handle === identifier.toLowerCase(),
  )
  if (found || identifier.toLowerCase() !== DEMO_HANDLE) return found
  return newBlueskyAccount(world, { handle: DEMO_HANDLE, appPassword: DEMO_PASSWORD })
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

function newToken(world: World, about: Omit<BlueskyToken, 'expiresAt' | 'next'>): string {
  const now = world.now()
  const lives = about.kind === 'access' ? ACCESS_LIFETIME_MS : REFRESH_LIFETIME_MS
  const expiresAt = new Date(now.getTime() + lives)
  const header = encoded({ typ: about.kind === 'access' ? 'at+jwt' : 'refresh+jwt', alg: 'HS256' })
  const claims = encoded({
    scope: about.kind === 'access' ? 'com.atproto.appPass' : 'com.atproto.refresh',
    sub: about.did,
    iat: seconds(now),
    exp: seconds(expiresAt),
    jti: letters(32),
  })
  const token = `${header}.${claims}.${randomBytes(32).toString('base64url')}`
  world.bluesky.tokens.set(token, { ...about, expiresAt, next: null })
  return token
}

export const newSession = (world: World, { did }: BlueskyAccount, session = letters(16)) => ({
  accessJwt: newToken(world, { kind: 'access', did, session }),
  refreshJwt: newToken(world, { kind: 'refresh', did, session }),
})

/** Returns the account and session of a token. */
export function requireToken(world: World, kind: BlueskyToken['kind'], bearer: string | undefined) {
  if (!bearer) throw authMissing()
  const token = world.bluesky.tokens.get(bearer)
  if (!token)
    throw bearer.split('.').length === 3 && kind === 'refresh' ? expiredToken(REVOKED) : invalidToken()
  if (token.kind !== kind) throw invalidToken('Invalid token type')
  if (token.expiresAt <= world.now()) throw expiredToken(token.next ? REVOKED : undefined)
  const account = world.bluesky.accounts.get(token.did)
  if (!account) throw invalidToken()
  return { account, token }
}

const REVOKED = 'Token has been revoked'

/** Replaces a refresh token. For a grace period, the old one returns the same successor. */
export function refresh(world: World, bearer: string | undefined) {
  const { account, token } = requireToken(world, 'refresh', bearer)
  const { did, session } = token
  token.next ??= newToken(world, { kind: 'refresh', did, session })
  token.expiresAt = new Date(Math.min(token.expiresAt.getTime(), world.now().getTime() + GRACE_MS))
  return {
    account,
    accessJwt: newToken(world, { kind: 'access', did, session }),
    refreshJwt: token.next,
  }
}

/** Ends a session's refresh tokens. Access tokens stay valid until they expire, because servers don't look them up. */
export function deleteSession(world: World, bearer: string | undefined): void {
  const { token } = requireToken(world, 'refresh', bearer)
  for (const [value, other] of world.bluesky.tokens)
    if (other.kind === 'refresh' && other.session === token.session) world.bluesky.tokens.delete(value)
}

/** Deletes app passwords and everything that was signed in with them. @returns the number of accounts */
export function revokeAppPasswords(world: World, did: string | undefined): number {
  const accounts = [...world.bluesky.accounts.values()].filter(each => did === undefined || each.did === did)
  endSessions(world, did)
  for (const account of accounts) {
    account.appPassword = ''
    for (const token of world.bluesky.tokens.values())
      if (token.did === account.did) token.expiresAt = new Date(0)
  }
  return accounts.length
}
