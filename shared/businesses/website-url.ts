import * as v from 'valibot'

import { optionalLine } from '#shared/text/text.ts'
import { parseUrl } from '#shared/text/urls.ts'

const WEBSITE_MESSAGE = 'Please enter a website address, for example https://example.com.au'

/** Matches a scheme: a prefix and a colon, unless a port follows. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i
/** Matches a host name of two or more non-empty labels. */
const IS_PUBLIC_NAME = /^[^.]+(\.[^.]+)+\.?$/

/** An http(s) URL, or an empty text. A URL without a scheme gets https. */
export const WebsiteUrl = v.pipe(
  optionalLine(2048),
  v.transform(text => (text === '' || HAS_SCHEME.test(text) ? text : `https://${text}`)),
  v.check(text => text === '' || isWebAddress(text), WEBSITE_MESSAGE),
)

function isWebAddress(text: string): boolean {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return false
  return url.hostname === 'localhost' || IS_PUBLIC_NAME.test(url.hostname)
}
