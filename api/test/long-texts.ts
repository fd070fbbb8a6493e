import { rateLimits } from '#api/db/schema/server/limits.ts'
import type { Call, World } from './access/rule.ts'
import { RULES } from './access/rules.ts'
import { createWorld } from './access/world.ts'
import type { TestApp } from './app.ts'

type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Parameter = { name: string; in: string; schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Init = NonNullable<Parameters<TestApp['request']>[1]>

/** A field of a call that takes text: part of its body or of its URL. */
export type TextField = { route: string; in: 'json' | 'form' | 'query' | 'path'; path: string[] }

/** Bytes of a text in a body: about as long as the longest that a network takes, and longer. */
export const BODY_BYTES = [60_000, 100_000] as const
/** Maximum size of a URL, because Bun refuses longer request lines and headers. */
const URL_BYTES = 12_000

/** Units that are repeated until the text is long enough. A text may begin differently, as a link does. */
export const PATTERNS: readonly { start?: string; unit: string }[] = [
  { unit: 'a' },
  { unit: 'A b' },
  { start: 'https://', unit: '\u0301\u0316' },
  { unit: '.' },
  { unit: ' ' },
  { unit: '\n' },
  { unit: '\r\n\t' },
  { unit: ')' },
  { unit: '](' },
  { unit: '"' },
  { unit: '\\' },
  { unit: ',' },
  { unit: '<' },
  { unit: '<a href=' },
  { unit: '&' },
  { unit: '&amp;' },
  { unit: '-' },
  { unit: '%' },
  { unit: '0' },
  { unit: '{' },
  { unit: '[' },
  { unit: '#a' },
  { unit: '@a ' },
  { unit: 'a@' },
  { unit: 'a.' },
  { start: 'a@', unit: 'b.' },
  { start: 'https://a.b/', unit: ')' },
  { start: 'https://a.b/', unit: '.)' },
  { start: 'https://a.b/', unit: '](' },
  { start: 'https://a.b/', unit: '?' },
  { start: 'https://a.b/?', unit: '&utm_source=a' },
  { unit: 'https://a.b/ ' },
  { unit: 'https://' },
  { unit: 'www.a' },
  { start: 'e', unit: '\u0301\u0323' },
  { unit: 'e\u0301' },
  { unit: 'ﷺ' },
  { unit: '😀' },
  { unit: '👩‍👩‍👧‍👦' },
  { unit: '🇦🇺' },
  { unit: '\u200F' },
  { unit: '\u202E\u2066' },
  { unit: '\u200B' },
  { unit: '\u00A0\u3000' },
  { unit: '\uD800' },
  { unit: 'İ' },
  { unit: 'ß' },
]

export type Pattern = (typeof PATTERNS)[number]

const encoder = new TextEncoder()

export function textOf({ start = '', unit }: Pattern, bytes: number): string {
  const size = encoder.encode(unit).length
  return start + unit.repeat(Math.floor((bytes - start.length) / size))
}

/** Fields that the api's description omits, because it describes a form's JSON in words. */
const POST = {
  platforms: [{ platform: 'facebook', message: '', firstComment: '' }],
  altTexts: [''],
  labels: [''],
  mediaIds: [''],
  draftId: '',
  timeZone: '',
  timestamp: '',
}

/** Bodies for calls whose body in `RULES` is rejected before their last step. */
const BODIES: Record<string, (world: World) => object> = {
  'PUT /api/posts/:id': ({ mediaId }) => ({
    platforms: [{ platform: 'facebook', message: 'Words' }],
    mediaIds: [mediaId],
    altTexts: [''],
  }),
}

/** Calls that end the session, delete what others need, or respond with a stream. Other calls have the same text fields. */
const LEFT_OUT = new Set([
  'GET /api/events',
  'GET /api/users/export',
  'POST /api/users/logout',
  'DELETE /api/sessions',
  'DELETE /api/users/deleteUserDomain/:id',
])

/** Lists the text fields of a schema, each by its path. Lists are filled with one item. */
function fieldsOf(schema: Schema | undefined, path: string[] = []): string[][] {
  if (!schema) return []
  const kinds = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const types = [schema.type].flat()
  return [
    ...(types.includes('string') && schema.format !== 'binary' ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => fieldsOf(each, [...path, name])),
    ...fieldsOf(schema.items, [...path, '0']),
    ...kinds.flatMap(each => fieldsOf(each, path)),
  ]
}

/** Lists the texts in a value, each by its path. */
function textsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]))
}

const unique = (paths: string[][]) => [...new Map(paths.map(path => [path.join('\n'), path])).values()]

/** Returns a copy of the value with a text at this path, and with examples of other required properties. */
function withText(value: unknown, [name, ...rest]: string[], text: string, schema?: Schema): unknown {
  if (name === undefined) return text
  const kind = schema && kindWith(schema, name)
  const isItem = /^\d+$/.test(name)
  const old = (typeof value === 'object' && value !== null ? value : undefined) as
    | Record<string, unknown>
    | undefined
  const next = withText(old?.[name], rest, text, isItem ? kind?.items : kind?.properties?.[name])
  if (isItem) return Object.assign([...(Array.isArray(old) ? old : [])], { [name]: next })
  return { ...(kind && exampleOf(kind, name)), ...old, [name]: next }
}

const kindsOf = (schema: Schema): Schema[] => [
  schema,
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((each = []) => each.flatMap(kindsOf)),
]

const kindWith = (schema: Schema, name: string) =>
  kindsOf(schema).find(each => (/^\d+$/.test(name) ? each.items : each.properties?.[name]))

/** Returns examples of the properties that a schema requires, apart from one. */
const exampleOf = ({ required = [], properties = {} }: Schema, besides: string) =>
  Object.fromEntries(
    required.filter(each => each !== besides).map(each => [each, valueOf(properties[each] ?? {}, each)]),
  )

function valueOf(schema: Schema, name: string): unknown {
  const isTyped = (each: Schema) => each.type !== undefined || each.enum !== undefined || 'const' in each
  const kind = kindsOf(schema).find(isTyped) ?? schema
  if ('const' in kind) return kind.const
  if (kind.enum) return kind.enum[0]
  const type = [kind.type].flat()[0]
  if (type === 'object') return exampleOf(kind, '')
  if (type === 'array') return kind.items ? [valueOf(kind.items, name)] : []
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return kind.minimum ?? 1
  return name === 'email' ? 'pat@example.com' : 'A text'
}

/**
 * Opens the api with a business whose links are tagged and whose posts need approval, and lists every text field of every call.
 */
export async function openLongTexts() {
  const { api, world } = await createWorld()
  const { author } = api
  await api.call(`domains/${world.domainId}`, {
    method: 'PATCH',
    json: { linkTags: { on: true, source: 'a', medium: 'b', campaign: 'c' } },
  })
  await api.call(`businesses/${world.domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const { paths } = (await (await api.request('openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const described = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        operation,
      ]),
    ),
  )
  const routes = Object.keys(RULES).filter(route => !LEFT_OUT.has(route))
  const fields: TextField[] = []
  const bodies = new Map<string, Schema>()
  for (const route of routes) {
    const { parameters = [], requestBody } = described.get(withoutPatterns(route)) ?? {}
    const [, init = {}] = await callOf(route, world)
    const json = requestBody?.content['application/json']?.schema
    const form =
      requestBody?.content['multipart/form-data']?.schema ??
      requestBody?.content['application/x-www-form-urlencoded']?.schema
    if (json) bodies.set(route, json)
    const add = (where: TextField['in'], found: string[][]) =>
      fields.push(...unique(found).map(path => ({ route, in: where, path })))
    add('json', [...fieldsOf(json), ...textsIn(init.json)])
    add('form', [...fieldsOf(form), ...formTexts(init.form)])
    add(
      'query',
      parameters.filter(each => each.in === 'query').map(({ name }) => [name]),
    )
    add(
      'path',
      [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => [name]),
    )
  }

  /**
   * Sends a call with a long text in one field, and returns its status and the longest turn of the event loop in CPU
   * milliseconds.
   */
  async function send({ route, in: where, path }: TextField, pattern: Pattern, bytes: number) {
    // The many calls of one person would exceed the limits.
    await api.ctx.db.delete(rateLimits)
    const isInUrl = where === 'query' || where === 'path'
    const text = textOf(pattern, isInUrl ? URL_BYTES : bytes)
    const [url, init = {}] = await callOf(route, world)
    const method = route.slice(0, route.indexOf(' '))
    const whole = url.startsWith('/') ? url : `/api/${url}`
    const sent: Init = { method, ...init, token: author.token }
    if (where === 'json') sent.json = withText(init.json ?? {}, path, text, bodies.get(route))
    if (where === 'form') sent.form = withFormText(init.form, path, text)
    const longest = watchTurns()
    const response = await api.request(
      where === 'query'
        ? `${whole}${whole.includes('?') ? '&' : '?'}${path[0]}=${encodeURIComponent(text.toWellFormed())}`
        : where === 'path'
          ? withSegment(route, whole, path[0] ?? '', encodeURIComponent(text.toWellFormed()))
          : whole,
      sent,
    )
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    const body = isStream ? (await response.body?.cancel(), '') : await response.text()
    return { status: response.status, body, ms: longest() }
  }

  return { api, fields, send }
}

const withoutPatterns = (route: string) => route.replaceAll(/\{[^/]*\}$/g, '')

async function callOf(route: string, world: World): Promise<[path: string, init?: Init]> {
  const call: Call = RULES[route]![0]
  const [path, init] = typeof call === 'string' ? [call] : await call(world)
  const json = BODIES[route]?.(world)
  return [path, { ...init, ...(json && { json }) }]
}

function formTexts(form: FormData | undefined): string[][] {
  if (!form) return []
  const names = [...form.keys()].filter(name => typeof form.get(name) === 'string')
  return names.flatMap(name => (name === 'data' ? textsIn(POST, ['data']) : [[name]]))
}

function withFormText(form: FormData | undefined, [name = '', ...path]: string[], text: string): FormData {
  const copy = new FormData()
  for (const [key, value] of form ?? []) copy.append(key, value)
  const data = copy.get(name)
  copy.set(
    name,
    path.length === 0
      ? text
      : JSON.stringify(withText(typeof data === 'string' ? JSON.parse(data) : {}, path, text)),
  )
  return copy
}

/** Replaces the part of a URL that stands for a parameter of the route. */
function withSegment(route: string, url: string, name: string, text: string): string {
  const index = route
    .slice(route.indexOf(' ') + 1)
    .split('/')
    .findIndex(part => part.startsWith(`:${name}`))
  const [path = '', query] = url.split('?')
  const parts = path.split('/')
  parts[index] = text
  return parts.join('/') + (query === undefined ? '' : `?${query}`)
}

/**
 * Measures the turns of the event loop until the returned function is called, which returns the longest in milliseconds. It
 * counts this thread's CPU time, since other programs on a busy machine prolong the time of day.
 */
function watchTurns(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  let isOver = false
  const tick = () => {
    measure()
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  return () => {
    measure()
    isOver = true
    return longest
  }
}
