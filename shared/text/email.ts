import * as v from 'valibot'

import { composed } from './characters.ts'
import { requiredLine } from './text.ts'
import { parseUrl } from './urls.ts'

/** Matches RFC 5321's dot-string at a domain with a dot, in ASCII. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** Matches a domain with letters beyond ASCII. */
const INTERNATIONAL = /^[\p{L}\p{M}\p{Nd}.-]{1,253}$/u

/**
 * Returns the canonical form of an e-mail address: in lower case, with the domain in ASCII (Punycode, RFC 5891). Doesn't convert a
 * domain that only looks like another, such as one with a long s or full-width letters.
 */
export function canonicalEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1
  const domain = composed(text.slice(at)).toLowerCase()
  const isInternational = /[^\0-\x7F]/.test(domain) && INTERNATIONAL.test(domain)
  const isUnambiguous = isInternational && domain.normalize('NFKC') === domain
  const ascii = isUnambiguous ? parseUrl(`https://${domain}/`)?.hostname : undefined
  return text.slice(0, at).toLowerCase() + (ascii ?? domain)
}

/** Validates an e-mail address and converts it to its canonical form. */
export const emailAddress = (missing: string, invalid = missing) =>
  v.pipe(requiredLine(missing, 254), v.transform(canonicalEmail), v.regex(ADDRESS, invalid))
