import * as v from 'valibot'

import type { NetworkId } from '#shared/networks.ts'
import { optionalLine } from '#shared/text/text.ts'

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

/** Instagram and Google show a link in a text as plain text. */
const LINKING: readonly NetworkId[] = ['facebook']

const LINK = /https?:\/\/[^\s<>"]+/gi
const PUNCTUATION = /[.,;:!?'’”»…*_~]+$/

/** Returns the links of a text, without the punctuation that follows them. */
export const linksIn = (text: string): string[] => (text.match(LINK) ?? []).map(withoutEnd)

function withoutEnd(link: string): string {
  const end = link.replace(PUNCTUATION, '')
  const shorter = closesMore(end, '(', ')') || closesMore(end, '[', ']') ? end.slice(0, -1) : end
  return shorter === link ? link : withoutEnd(shorter)
}

/** True for a closing bracket without its opening one, as in '(see https://example.com)'. */
const closesMore = (link: string, open: string, close: string) =>
  link.endsWith(close) && link.split(close).length > link.split(open).length

/** Adds tags to the links of a text, where its network lets people follow them. A link with UTM tags stays as it is. */
export function tagLinks(text: string, network: NetworkId, tags: LinkTags | null | undefined): string {
  if (!tags?.on || !LINKING.includes(network)) return text
  const query = queryOf(network, tags)
  return text.replaceAll(LINK, found => {
    const link = withoutEnd(found)
    return withQuery(link, query) + found.slice(link.length)
  })
}

const queryOf = (network: NetworkId, { source, medium, campaign }: LinkTags) =>
  Object.entries({ utm_source: source || network, utm_medium: medium, utm_campaign: campaign })
    .flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
    .join('&')

/** Changes nothing else in the link, not even its case or escapes, because the server it leads to may care. */
function withQuery(link: string, query: string): string {
  const url = URL.parse(link)
  if (!url || [...url.searchParams.keys()].some(name => name.toLowerCase().startsWith('utm_'))) return link
  const [address = '', ...rest] = link.split('#')
  const fragment = rest.length > 0 ? `#${rest.join('#')}` : ''
  const hasPath = /^https?:\/\/[^/?]+[/?]/i.test(address)
  const joint = !address.includes('?') ? '?' : address.endsWith('&') ? '' : '&'
  return `${address}${hasPath ? '' : '/'}${joint}${query}${fragment}`
}
