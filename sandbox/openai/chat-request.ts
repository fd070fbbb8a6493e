import { findModel, type Model } from './models.ts'
import { OpenAiError } from './openai-error.ts'

export interface ChatRequest {
  model: Model
  messages: { role: string; text: string }[]
  stream: boolean
  includeUsage: boolean
  maxTokens: number | undefined
}

type Body = Record<string, unknown>

const KNOWN = new Set([
  'model',
  'messages',
  'temperature',
  'top_p',
  'n',
  'stop',
  'max_completion_tokens',
  'max_tokens',
  'stream',
  'stream_options',
  'response_format',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'reasoning_effort',
  'verbosity',
  'safety_identifier',
  'prompt_cache_key',
  'service_tier',
  'store',
  'metadata',
  'user',
])
const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
const HIGHEST_TEMPERATURE = 2

/** @throws {OpenAiError} with OpenAI's own messages */
export function readChatRequest(body: Body): ChatRequest {
  const strange = Object.keys(body).filter(name => !KNOWN.has(name))
  if (strange.length > 0) {
    const noun = strange.length === 1 ? 'argument' : 'arguments'
    throw new OpenAiError(`Unrecognized request ${noun} supplied: ${strange.join(', ')}`)
  }
  if (typeof body['model'] !== 'string') throw new OpenAiError('you must provide a model parameter')
  const model = findModel(body['model'])
  const messages = readMessages(body['messages'])
  checkTemperature(body['temperature'], model)
  const stream = optionalBoolean(body, 'stream')
  return {
    model,
    messages,
    stream,
    includeUsage: readStreamOptions(body['stream_options'], stream),
    maxTokens: readMostTokens(body, model),
  }
}

function readMessages(messages: unknown): ChatRequest['messages'] {
  if (messages === undefined) throw missing('messages')
  if (!Array.isArray(messages)) throw wrongType('messages', 'an array of objects', messages)
  if (messages.length === 0) {
    throw new OpenAiError(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      { param: 'messages', code: 'empty_array' },
    )
  }
  return messages.map((message: unknown, index) => readMessage(message, `messages[${index}]`))
}

function readMessage(message: unknown, name: string) {
  if (typeof message !== 'object' || message === null) throw wrongType(name, 'an object', message)
  const { role, content } = message as Body
  if (role === undefined) throw missing(`${name}.role`)
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    const known = ROLES.map(each => `'${each}'`).join(', ')
    throw new OpenAiError(
      `Invalid value: '${typeof role === 'string' ? role : nameOf(role)}'. Supported values are: ${known}.`,
      {
        param: `${name}.role`,
        code: 'invalid_value',
      },
    )
  }
  return { role, text: readContent(content, `${name}.content`) }
}

function readContent(content: unknown, name: string): string {
  if (content === undefined) throw missing(name)
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw wrongType(name, 'a string or an array of objects', content)
  return content
    .map((part: unknown) => {
      const { type, text } = (part ?? {}) as Body
      if (type !== 'text' || typeof text !== 'string') throw wrongType(name, 'parts of text', part)
      return text
    })
    .join('')
}

function checkTemperature(temperature: unknown, { reasons }: Model) {
  if (temperature === undefined || temperature === null) return
  const param = 'temperature'
  if (typeof temperature !== 'number') throw wrongType(param, 'a decimal', temperature)
  if (temperature < 0 || temperature > HIGHEST_TEMPERATURE) {
    const [side, sign, bound] = temperature < 0 ? ['below min', '>=', 0] : ['above max', '<=', 2]
    throw new OpenAiError(
      `Invalid 'temperature': decimal ${side}imum value. Expected a value ${sign} ${bound}, but got ${temperature} instead.`,
      { param, code: `decimal_${side.replace(' ', '_')}_value` },
    )
  }
  if (reasons && temperature !== 1) {
    throw new OpenAiError(
      `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`,
      { param, code: 'unsupported_value' },
    )
  }
}

function readStreamOptions(options: unknown, stream: boolean): boolean {
  if (options === undefined || options === null) return false
  const param = 'stream_options'
  if (!stream)
    throw new OpenAiError("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param,
    })
  if (typeof options !== 'object') throw wrongType(param, 'an object', options)
  return (options as Body)['include_usage'] === true
}

function readMostTokens(body: Body, { reasons }: Model): number | undefined {
  if (reasons && body['max_tokens'] !== undefined) {
    throw new OpenAiError(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    )
  }
  const name = body['max_completion_tokens'] === undefined ? 'max_tokens' : 'max_completion_tokens'
  const max = body[name]
  if (max === undefined || max === null) return undefined
  if (typeof max !== 'number' || !Number.isInteger(max)) throw wrongType(name, 'an integer', max)
  if (max < 1) {
    throw new OpenAiError(
      `Invalid '${name}': integer below minimum value. Expected a value >= 1, but got ${max} instead.`,
      { param: name, code: 'integer_below_min_value' },
    )
  }
  return max
}

function optionalBoolean(body: Body, name: string): boolean {
  const value = body[name] ?? false
  if (typeof value !== 'boolean') throw wrongType(name, 'a boolean', value)
  return value
}

const missing = (param: string) =>
  new OpenAiError(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' })

const wrongType = (param: string, expected: string, got: unknown) =>
  new OpenAiError(`Invalid type for '${param}': expected ${expected}, but got ${nameOf(got)} instead.`, {
    param,
    code: 'invalid_type',
  })

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
