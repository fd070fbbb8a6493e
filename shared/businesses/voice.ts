import * as v from 'valibot'

import { optionalText } from '#shared/text/text.ts'

export const MAX_VOICE_TEXT = 600
export const MAX_FACTS = 1500
export const MAX_EXAMPLE = 1000
export const MAX_EXAMPLES = 3

/** The tone of a business, and facts about it. AI texts for the business follow its voice. */
export const Voice = v.object({
  /** The business's work, and its customers. */
  about: optionalText(MAX_VOICE_TEXT),
  tone: optionalText(MAX_VOICE_TEXT),
  use: optionalText(MAX_VOICE_TEXT),
  /** Words to avoid. */
  avoid: optionalText(MAX_VOICE_TEXT),
  /** Facts that AI may claim, such as opening hours or offers. */
  facts: optionalText(MAX_FACTS),
  /** Posts that sound like the business. */
  examples: v.optional(
    v.pipe(
      v.array(optionalText(MAX_EXAMPLE)),
      v.maxLength(MAX_EXAMPLES, `Please give up to ${MAX_EXAMPLES} examples.`),
      v.transform(texts => texts.filter(text => text !== '')),
    ),
    [],
  ),
})
export type Voice = v.InferOutput<typeof Voice>

export const NO_VOICE: Voice = { about: '', tone: '', use: '', avoid: '', facts: '', examples: [] }

const LABELS = {
  about: 'What it does',
  tone: 'How it sounds',
  use: 'Words to use',
  avoid: 'Words to avoid',
  facts: 'What is true, and AI may say',
} as const

/** Formats a voice for a prompt, with a line for each part that has been entered. */
export const describeVoice = ({ examples, ...texts }: Voice): string =>
  [
    ...(Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap(name =>
      texts[name] ? [`${LABELS[name]}: ${texts[name]}`] : [],
    ),
    ...examples.map(example => `A post that sounds right: ${example}`),
  ].join('\n')
