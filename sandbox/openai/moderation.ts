import type { Fault } from '../faults/fault.ts'
import { type ProviderResponse, jsonResponse } from '../requests/response.ts'
import { requestHeaders } from './headers.ts'
import { OpenAiError } from './openai-error.ts'

const CATEGORIES: Record<string, RegExp | undefined> = {
  harassment: undefined,
  'harassment/threatening': undefined,
  hate: undefined,
  'hate/threatening': undefined,
  illicit: undefined,
  'illicit/violent': /\b(bombs?|explosives?)\b/i,
  'self-harm': /\bsuicide\b/i,
  'self-harm/intent': undefined,
  'self-harm/instructions': undefined,
  sexual: undefined,
  'sexual/minors': undefined,
  violence: /\b(kill|murder|stab)(s|ing|ed)?\b/i,
  'violence/graphic': undefined,
}
const MODELS = ['omni-moderation-latest', 'omni-moderation-2024-09-26']

/** Flags a few violent words. The `flagged` fault flags any text. */
export function moderate(body: Record<string, unknown>, fault: Fault | null): ProviderResponse {
  const { input, model = MODELS[0] } = body
  if (input === undefined)
    throw new OpenAiError("Missing required parameter: 'input'.", {
      param: 'input',
      code: 'missing_required_parameter',
    })
  if (typeof model !== 'string' || !MODELS.includes(model))
    throw new OpenAiError(`The model '${String(model)}' does not exist or you do not have access to it.`, {
      status: 404,
      code: 'model_not_found',
    })
  const reply = {
    id: `modr-${crypto.randomUUID().replaceAll('-', '')}`,
    model: MODELS[1],
    results: textsOf(input).map(text => judge(text, fault?.kind === 'flagged')),
  }
  return jsonResponse(reply, 200, requestHeaders())
}

function textsOf(input: unknown): string[] {
  const texts = typeof input === 'string' ? [input] : input
  if (Array.isArray(texts) && texts.length > 0 && texts.every(text => typeof text === 'string')) return texts
  throw new OpenAiError("Invalid type for 'input': expected a string or an array of strings.", {
    param: 'input',
    code: 'invalid_type',
  })
}

function judge(text: string, isToBeFlagged: boolean) {
  const categories = Object.entries(CATEGORIES).map(
    ([name, pattern]) => [name, (isToBeFlagged && name === 'hate') || !!pattern?.test(text)] as const,
  )
  return {
    flagged: categories.some(([, isHit]) => isHit),
    categories: Object.fromEntries(categories),
    category_scores: Object.fromEntries(categories.map(([name, isHit]) => [name, isHit ? 0.98 : 0.0001])),
    category_applied_input_types: Object.fromEntries(categories.map(([name]) => [name, ['text']])),
  }
}
