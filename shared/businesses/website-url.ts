import * as v from 'valibot'

import { optionalLine } from '#shared/text/text.ts'
import { isWebsite, completeUrl } from '#shared/text/urls.ts'

const WEBSITE_MESSAGE = 'Please enter a website address, for example https://example.com.au'

/** An http(s) URL, or an empty text. A URL without a scheme gets https. */
export const WebsiteUrl = v.pipe(
  optionalLine(2048),
  v.transform(completeUrl),
  v.check(text => text === '' || isWebsite(text), WEBSITE_MESSAGE),
)
