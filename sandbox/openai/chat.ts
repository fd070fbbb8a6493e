import type { Fault } from '../faults/fault.ts'
import { type ProviderResponse, jsonResponse } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import { type ChatRequest, readChatRequest } from './chat-request.ts'
import { requestHeaders } from './headers.ts'
import { quotaUsedUp, errorFor } from './openai-error.ts'
import { writePost } from './writing.ts'

const MAX_EVENTS = 120

interface Completion {
  id: string
  created: number
  model: string
  tokens: string[]
  finishReason: 'stop' | 'length' | 'content_filter'
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

/** Returns a chat completion, whole or as the text of an event stream. */
export function completeChat(
  world: World,
  body: Record<string, unknown>,
  fault: Fault | null,
): ProviderResponse {
  const request = readChatRequest(body)
  if (fault?.kind === 'quota') throw quotaUsedUp()
  const completion = complete(world, request, fault)
  if (!request.stream) return jsonResponse(wholeBody(completion), 200, requestHeaders())
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', ...requestHeaders() }
  return { status: 200, headers, body: eventStream(completion, request.includeUsage, fault) }
}

function complete(world: World, { model, messages, maxTokens }: ChatRequest, fault: Fault | null) {
  const prompt = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const tokens = writePost(prompt).match(/\s*\S+/g) ?? []
  const isFiltered = fault?.kind === 'content-filter'
  const sent = isFiltered ? tokens.slice(0, 12) : tokens.slice(0, maxTokens)
  const promptTokens = messages.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  const completion: Completion = {
    id: `chatcmpl-${crypto.randomUUID().replaceAll('-', '').slice(0, 29)}`,
    created: Math.floor(world.now().getTime() / 1000),
    model: model.id,
    tokens: sent,
    finishReason: isFiltered ? 'content_filter' : sent.length < tokens.length ? 'length' : 'stop',
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: sent.length,
      total_tokens: promptTokens + sent.length,
    },
  }
  return completion
}

/** Groups tokens into at most `MAX_EVENTS` chunks. Each event is delayed, so this limits the duration of a stream. */
function toChunks(words: string[]): string[] {
  const size = Math.ceil(words.length / MAX_EVENTS)
  const starts = Array.from({ length: Math.ceil(words.length / size) }, (_, index) => index * size)
  return starts.map(start => words.slice(start, start + size).join(''))
}

const wholeBody = ({ id, created, model, tokens, finishReason, usage }: Completion) => ({
  id,
  object: 'chat.completion',
  created,
  model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: tokens.join(''), refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: finishReason,
    },
  ],
  usage,
  service_tier: 'default',
})

function eventStream(completion: Completion, includeUsage: boolean, fault: Fault | null): string {
  const { id, created, model, tokens, finishReason, usage } = completion
  const chunk = (choices: unknown[], used: unknown = null) =>
    event({
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      service_tier: 'default',
      choices,
      ...(includeUsage && { usage: used }),
    })
  const choice = (delta: object, finish_reason: string | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason }])
  const contents = toChunks(tokens)
  const half = contents.slice(0, Math.ceil(contents.length / 2))
  const breaks = fault?.kind === 'stream-error' || fault?.kind === 'stream-cut'
  const opening = [
    choice({ role: 'assistant', content: '', refusal: null }),
    ...(breaks ? half : contents).map(content => choice({ content })),
  ]
  if (fault?.kind === 'stream-cut') return opening.join('')
  if (fault?.kind === 'stream-error') return [...opening, event(errorFor(500).body)].join('')
  const end = [choice({}, finishReason), ...(includeUsage ? [chunk([], usage)] : []), 'data: [DONE]\n\n']
  return [...opening, ...end].join('')
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
