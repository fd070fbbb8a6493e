import * as v from 'valibot'

import { networks } from '#shared/networks.ts'
import { printable, requiredLine } from '#shared/text/text.ts'

export const MAX_TEMPLATES = 100
export const MAX_TEMPLATE_NAME = 80

export const TEMPLATE_MESSAGES = {
  noName: 'Please enter a name.',
  noText: 'Please enter the text of the template.',
  tooMany: `You have ${MAX_TEMPLATES} templates, which is the limit. Delete one first.`,
  gone: 'This template no longer exists.',
} as const

export const SaveTemplate = v.object({
  name: requiredLine(TEMPLATE_MESSAGES.noName, MAX_TEMPLATE_NAME),
  text: v.pipe(
    v.optional(v.string(TEMPLATE_MESSAGES.noText), ''),
    printable,
    v.check(text => text.trim() !== '', TEMPLATE_MESSAGES.noText),
    v.maxLength(networks.facebook.maxChars, 'This text is too long.'),
  ),
})
export type SaveTemplate = v.InferOutput<typeof SaveTemplate>

export type Template = { _id: string; name: string; text: string; updatedAt: string }
