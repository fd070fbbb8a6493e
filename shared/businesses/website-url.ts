import * as v from 'valibot'

import { optionalLine } from '#shared/text/text.ts'
import { parseUrl } from '#shared/text/urls.ts'

const WEBSITE_MESSAGE = 'Please enter a website address, for example https://example.com.au'

/** A prefix before a colon is a scheme, unless a port follows. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i
/** Matches two or more labels, none of them empty. */
const IS_PUBLIC_NAME = /^[^.]+(\.[^.]+)+\.?$/

/** An http(s) URL, or empty. A missing scheme becomes https. */
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
