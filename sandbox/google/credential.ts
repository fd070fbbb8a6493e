import { createHash, generateKeyPairSync, sign } from 'node:crypto'

import type { GooglePerson } from '../world/entities/people.ts'
import { HOUR } from '../world/tokens.ts'
import type { World } from '../world/world.ts'

const makeKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha1').update(String(n)).digest('hex')
  return { privateKey, kid, jwk: { kty: 'RSA', alg: 'RS256', use: 'sig', kid, n, e } }
}
let key: ReturnType<typeof makeKey> | undefined
/** Generates Google's key at its first use, because that takes long. The key survives a reset of the sandbox. */
const googleKey = () => (key ??= makeKey())

export const publicKeys = () => ({ keys: [googleKey().jwk] })

export interface CredentialFor {
  clientId: string
  nonce?: string | undefined
}

/** Issues the ID token of Google's button, valid for an hour. */
export function newCredential(
  world: World,
  person: GooglePerson,
  { clientId, nonce }: CredentialFor,
): string {
  const [firstName, ...others] = person.name.split(' ')
  const issuedAt = Math.floor(world.now().getTime() / 1000)
  const claims = {
    iss: 'https://accounts.google.com',
    azp: clientId,
    aud: clientId,
    sub: person.id,
    email: person.email,
    email_verified: person.emailVerified,
    ...(nonce !== undefined && { nonce }),
    nbf: issuedAt - 300,
    name: person.name,
    given_name: firstName,
    ...(others.length > 0 && { family_name: others.join(' ') }),
    iat: issuedAt,
    exp: issuedAt + HOUR / 1000,
    jti: createHash('sha1').update(crypto.randomUUID()).digest('hex'),
  }
  const { privateKey, kid } = googleKey()
  const signed = `${encoded({ alg: 'RS256', kid, typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
