import * as v from 'valibot'

import { optionalLine } from '#shared/text.ts'

const MAX_TAG = 60

/** UTM tags of the links in a business's posts. Without a source, the network's id is used; an empty campaign is left out. */
export const LinkTags = v.object({
  on: v.boolean('Please say true or false.'),
  source: optionalLine(MAX_TAG),
  medium: optionalLine(MAX_TAG),
  campaign: optionalLine(MAX_TAG),
})
export type LinkTags = v.InferOutput<typeof LinkTags>

/** @public Used by what lands next. */
export const DEFAULT_LINK_TAGS: LinkTags = { on: false, source: '', medium: 'social', campaign: '' }
