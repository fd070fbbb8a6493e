import * as v from 'valibot'

import { emailAddress } from '#shared/text/email.ts'
import { findLinks } from '#shared/text/links.ts'
import type { RequestStage } from './pipeline.ts'
import {
  EXISTING_ASSETS,
  EXTRA_FEATURES,
  type FeatureRequest,
  labelOf,
  labelsOfFlags,
  TIMELINES,
  WEBSITE_BUDGETS,
  WEBSITE_TYPES,
} from './requests.ts'

type Website = Omit<
  Extract<FeatureRequest, { requestType: 'Website' }>,
  keyof RequestStage | '_id' | 'createdAt'
>

/** Returns the answers of a questionnaire, keyed by question. Unanswered ones are empty. */
export const websiteAnswers = (content: Website): Record<string, string> => ({
  Business: content.business,
  'Website type': labelsOfFlags(WEBSITE_TYPES, content.websiteType),
  Pages: content.pages,
  Design: content.design,
  'Existing assets': labelsOfFlags(EXISTING_ASSETS, content.existing),
  'Extra features': labelsOfFlags(EXTRA_FEATURES, content.extraFeatures),
  Budget: labelOf(WEBSITE_BUDGETS, content.budget),
  Timeline: labelOf(TIMELINES, content.timeline),
})

type Quotable = { service: string; message: string } | { targetAudience: string } | Website

/** Returns the text that a reply quotes: the sender's own, or their answers if they wrote none. */
export function quoteOf(content: Quotable): string {
  if ('service' in content) return content.message
  if ('targetAudience' in content) return content.targetAudience
  return content.comments || formatAnswers(websiteAnswers(content)).join('\n')
}

/** Renders the non-empty answers, one per line. */
export const formatAnswers = (all: Record<string, string>): string[] =>
  Object.entries(all).flatMap(([label, value]) => (value ? `${label}: ${value}` : []))

const ReplyAddress = emailAddress('')

/** Returns the sender's e-mail, which may be in a questionnaire's contact; empty if they gave none. */
export const replyAddressOf = ({ email, contact = '' }: { email: string; contact?: string }): string =>
  [email, contact].find(text => v.is(ReplyAddress, text)) ?? ''

const WWW = /(?<![\p{L}\p{N}/.@-])(?=www\.)/giu

/** Returns the first web address in a text, with or without a scheme; empty if there is none. */
export function websiteIn(text: string): string {
  const [first] = findLinks(text.replaceAll(WWW, 'https://'))
  if (!first) return ''
  return text.includes(first.url) ? first.url : first.url.slice('https://'.length)
}
