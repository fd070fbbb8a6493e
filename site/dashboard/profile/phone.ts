import { type CountryData, defaultCountries, parseCountry } from 'react-international-phone'

import { withAsciiDigits } from '#shared/text/characters.ts'
import { fold } from '#shared/text/fold.ts'

export type Country = { iso2: string; name: string; dialCode: string }

const names = new Intl.DisplayNames('en-AU', { type: 'region', fallback: 'none' })

const toCountry = (data: CountryData): Country => {
  const { iso2, name, dialCode } = parseCountry(data)
  return { iso2, name: names.of(iso2.toUpperCase()) ?? name, dialCode }
}

export const COUNTRIES: readonly Country[] = defaultCountries
  .map(toCountry)
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU'))

export const countryOf = (iso2: string) => COUNTRIES.find(country => country.iso2 === iso2)

/** Numbers that are reserved for fiction (ACMA, Ofcom) or obviously made up. */
const EXAMPLES: Record<string, string> = {
  au: '+61 491 570 156',
  nz: '+64 21 123 4567',
  gb: '+44 7700 900123',
  us: '1 (702) 123-4567',
  ca: '1 (416) 555-0123',
}

/** Returns a number as the country writes it, or at least with its code. */
export const exampleNumber = (iso2: string): string =>
  EXAMPLES[iso2] ?? `+${countryOf(iso2)?.dialCode ?? ''} 123 456 789`

/** Searches by name, letters or dialling code; names with that prefix come first. */
export function searchCountries(typed: string): readonly Country[] {
  const wanted = withAsciiDigits(fold(typed).trim())
  if (wanted === '') return COUNTRIES
  const code = /^\+?\d+$/.test(wanted) ? wanted.replace('+', '') : undefined
  const found = COUNTRIES.filter(({ name, iso2, dialCode }) =>
    code === undefined ? fold(name).includes(wanted) || iso2 === wanted : dialCode.startsWith(code),
  )
  return found.toSorted((a, b) => rank(a, wanted) - rank(b, wanted))
}

const rank = ({ name, iso2 }: Country, wanted: string) =>
  iso2 === wanted ? 0 : fold(name).startsWith(wanted) ? 1 : 2

/** Countries whose national numbers start with a zero that isn’t dialled from abroad. */
const WITH_TRUNK_ZERO = new Set('at au be ch de fr gb id ie in my nl nz se za'.split(' '))
/** Exceeds the digits of a number without its country's code. */
const WHOLE_NUMBER = 11

/** International dialling prefixes: 00, and others by country. */
const DIALLED_ABROAD: Record<string, string> = { au: '0011|00', ca: '011|00', us: '011|00' }

/** Adds the plus to a pasted international number. */
function withPlus(pasted: string, iso2: string): string {
  const text = pasted.replace(/^[^\d+]*\+/, '+').trimStart()
  const abroad = new RegExp(`^\\(?(?:${DIALLED_ABROAD[iso2] ?? '00'})\\)?[\\s-]*(?=[1-9])`)
  return text.replaceAll(/\D/g, '').length >= WHOLE_NUMBER ? text.replace(abroad, '+') : text
}

/**
 * Adds the country’s code to a number in national format. `before` is the previous value.
 */
export function withDialCode(
  typed: string,
  before: string,
  { iso2, dialCode }: Pick<Country, 'iso2' | 'dialCode'>,
): string {
  const code = `+${dialCode} `
  const national = (text: string) => (WITH_TRUNK_ZERO.has(iso2) ? text.replace(/^\s*\(?0/, '') : text)
  const text = withPlus(typed, iso2)
  if (text.startsWith(`+${dialCode}`)) {
    const rest = text.slice(dialCode.length + 1)
    return national(rest) === rest ? text : code + national(rest)
  }
  if (text === '' || text.startsWith('+')) return text
  if (/^\(?0/.test(text)) return code + national(text)
  const isWhole = text.startsWith(dialCode) && digitsOf(text).length >= WHOLE_NUMBER
  const isWithoutPlus = digitsOf(text) === digitsOf(before)
  return isWhole || isWithoutPlus ? typed : code + text
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

export const replaceDialCode = (mobile: string, from: string, to: string) =>
  mobile.startsWith(from) ? to + mobile.slice(from.length) : ''
