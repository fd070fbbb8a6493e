import { formatList } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { PostExtras } from './extras.ts'
import { type LinkTags, tagLinks } from './link-tags.ts'

/** Placeholders that a text may contain. Their values come from the business that publishes it. */
export const FIELDS = ['name', 'phone', 'address'] as const
export type Field = (typeof FIELDS)[number]

/** Values of the fields in a business. Unknown ones are empty. */
export type FieldValues = Record<Field, string>

/** How a business changes texts before they go out. */
export type TextRules = { fields: FieldValues; linkTags: LinkTags | null }

/** Returns true if the network's accounts are locations, with an address and a phone number. */
export const isPlace = (network: NetworkId) => networks[network].account.choice === 'location'

/** @param place the business's account that is a location, if it has one */
export const fieldValues = (
  name = '',
  place: { location?: string; phone?: string | undefined } = {},
): FieldValues => ({ name, phone: place.phone ?? '', address: place.location ?? '' })

export const FIELD_NAMES: Record<Field, string> = {
  name: 'name',
  phone: 'phone number',
  address: 'address',
}

/** '{{phone}}' */
export const placeholder = (field: Field) => `{{${field}}}`

const PLACEHOLDER = new RegExp(`\\{\\{ {0,3}(${FIELDS.join('|')}) {0,3}\\}\\}`, 'gi')
/** Also matches misspelt fields, such as '{{nmae}}' or '{{ first name }}'. */
const LIKE_PLACEHOLDER = /\{\{[\p{L}\p{N} _.-]{1,40}\}\}/gu

export const fieldsIn = (text: string): Field[] =>
  FIELDS.filter(field =>
    Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name?.toLowerCase()).includes(field),
  )

/** Returns a message about fields that don't exist, which would go out as typed. */
export function unknownFieldProblem(text: string): string | undefined {
  const unknown = [...new Set(text.replace(PLACEHOLDER, '').match(LIKE_PLACEHOLDER))]
  return unknown.length > 0
    ? `We don’t know the field${unknown.length > 1 ? 's' : ''} ${formatList(unknown)}. We fill in ${formatList(FIELDS.map(placeholder))}. Please choose one of them, or write the words themselves.`
    : undefined
}

/** Replaces the fields of a text. One without a value stays. */
export const fillIn = (text: string, values: FieldValues): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name.toLowerCase() as Field] || whole)

/** Replaces the fields of all texts and links of an event, an offer, a button or an article. */
export function fillExtras(extras: PostExtras, values: FieldValues): PostExtras {
  const text = JSON.stringify(extras)
  if (fieldsIn(text).length === 0) return extras
  const encoded = (encode: (value: string) => string): FieldValues => ({
    name: encode(values.name),
    phone: encode(values.phone),
    address: encode(values.address),
  })
  const inJson = encoded(value => JSON.stringify(value).slice(1, -1))
  const filled = JSON.parse(fillIn(text, inJson)) as PostExtras
  const inLink = encoded(encodeURIComponent)
  return { ...filled, url: fillIn(extras.url, inLink), redeemUrl: fillIn(extras.redeemUrl, inLink) }
}

/** Returns a text as a network gets it: with the business's own values, and tags on its links. */
export const textFor = (text: string, network: NetworkId, { fields, linkTags }: TextRules): string =>
  tagLinks(fillIn(text, fields), network, linkTags)

/** Rejects fields, because all networks and copies of a picture share its alt text. */
export const altTextProblem = (text: string): string | undefined =>
  fieldsIn(text).length > 0 || unknownFieldProblem(text)
    ? `Fields such as ${placeholder('name')} work in texts, not in alt texts. Please write it out.`
    : undefined

/** Returns a message about fields that have no value, with which a text can't go out. */
export function fieldProblem(text: string): string | undefined {
  const missing = fieldsIn(text)
  return missing.length > 0
    ? `We don’t know the ${formatList(missing.map(field => FIELD_NAMES[field]))} of this business. Please write it in place of ${formatList(missing.map(placeholder))}.`
    : unknownFieldProblem(text)
}
