import * as v from 'valibot'

import { type NetworkId, networks } from '#shared/networks.ts'
import { findLinks } from '#shared/text/links.ts'
import { optionalLine } from '#shared/text/text.ts'
import { parseUrl } from '#shared/text/urls.ts'

const MAX_TAG = 60

/** UTM tags of the links in a business's posts. Without a source, the network's id is used; an empty campaign is left out. */
export const LinkTags = v.object({
  on: v.boolean('This must be true or false.'),
  source: optionalLine(MAX_TAG),
  medium: optionalLine(MAX_TAG),
  campaign: optionalLine(MAX_TAG),
})
export type LinkTags = v.InferOutput<typeof LinkTags>

export const DEFAULT_LINK_TAGS: LinkTags = { on: false, source: '', medium: 'social', campaign: '' }

/** Adds tags to the links of a text, unless its network's links don't work. Links with UTM tags don't change. */
export function tagLinks(text: string, network: NetworkId, tags: LinkTags | null | undefined): string {
  if (!tags?.on || !networks[network].linksWork) return text
  const query = queryOf(network, tags)
  let tagged = ''
  let rest = 0
  for (const { end, url } of findLinks(text)) {
    tagged += text.slice(rest, end - url.length) + withQuery(url, query)
    rest = end
  }
  return tagged + text.slice(rest)
}

/** Adds tags to a single URL, such as a button's. */
export const tagLink = (url: string, network: NetworkId, tags: LinkTags | null | undefined): string =>
  tags?.on && url !== '' ? withQuery(url, queryOf(network, tags)) : url

const queryOf = (network: NetworkId, { source, medium, campaign }: LinkTags) =>
  Object.entries({ utm_source: source || network, utm_medium: medium, utm_campaign: campaign })
    .flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
    .join('&')

/** Matches the parts of a link: what precedes the query, the query, and the fragment. */
const PARTS = /^([^?#]*)(\?[^#]*)?(.*)$/s
const TAGGED = /[?&]utm_/i
const HAS_PATH = /:\/\/[^/]+\//

/** Preserves the rest of the link, including its case and escapes, because its server may depend on them. */
function withQuery(link: string, query: string): string {
  const [, address = '', own = '', fragment = ''] = PARTS.exec(link) ?? []
  if (TAGGED.test(own) || parseUrl(link) === null) return link
  const path = own || HAS_PATH.test(address) ? '' : '/'
  const base = `${address}${path}${own || '?'}`
  const separator = /[?&]$/.test(base) ? '' : '&'
  return `${base}${separator}${query}${fragment}`
}
