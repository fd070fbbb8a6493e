import { GraphError, graphError } from './graph-error.ts'

/** One entry of a `fields` parameter: `likes.summary(true).limit(0){id}`. */
export interface Field {
  name: string
  args: Record<string, string>
  fields: Field[] | null
}

export type NodeFields<T> = Record<string, (node: T, field: Field) => unknown>

export function parseFields(text: string): Field[] {
  const reader = { text: text.replace(/\s+/g, ''), at: 0 }
  const fields = readList(reader)
  if (reader.at !== reader.text.length) throw syntaxError(reader)
  return fields
}

interface Reader {
  text: string
  at: number
}

const syntaxError = ({ text, at }: Reader) =>
  new GraphError({
    code: 2500,
    message: `Syntax error "Expected end of string instead of "${text[at] ?? ''}"." at character ${at}: ${text}`,
  })

const peek = (reader: Reader) => reader.text[reader.at]

function take(reader: Reader, pattern: RegExp): string {
  const found = pattern.exec(reader.text.slice(reader.at))?.[0] ?? ''
  if (!found) throw syntaxError(reader)
  reader.at += found.length
  return found
}

function readList(reader: Reader): Field[] {
  const fields = [readField(reader)]
  while (peek(reader) === ',') {
    reader.at += 1
    if (reader.at < reader.text.length && peek(reader) !== '}') fields.push(readField(reader))
  }
  return fields
}

function readField(reader: Reader): Field {
  const field: Field = { name: take(reader, /^[\w-]+/), args: {}, fields: null }
  while (peek(reader) === '.' || peek(reader) === '{') {
    if (peek(reader) === '{') {
      reader.at += 1
      field.fields = readList(reader)
      take(reader, /^\}/)
      continue
    }
    const [, name = '', value = ''] = /^\.([\w]+)\((.*)\)$/.exec(take(reader, /^\.\w+\([^)]*\)/)) ?? []
    field.args[name] = value
  }
  return field
}

/** Returns a node's id and requested fields. Omits empty fields and refuses unknown ones. */
export function project<T>(
  nodes: NodeFields<T>,
  type: string,
  node: T,
  fields: Field[],
): Record<string, unknown> {
  const selected: Record<string, unknown> = {}
  const withId = fields.some(field => field.name === 'id') ? fields : [...fields, idField]
  for (const field of withId) {
    const read = nodes[field.name]
    if (!read)
      throw graphError(100, `Tried accessing nonexisting field (${field.name}) on node type (${type})`)
    const value = read(node, field)
    if (value !== undefined && value !== null && value !== '')
      selected[field.name] = pick(value, field.fields)
  }
  return selected
}

const idField: Field = { name: 'id', args: {}, fields: null }

/** Reduces a value, or each item of an edge, to the requested sub-fields. */
export function pick(value: unknown, fields: Field[] | null): unknown {
  if (!fields || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => pick(item, fields))
  if ('data' in value && Array.isArray(value.data)) return { ...value, data: pick(value.data, fields) }
  const entries: Record<string, unknown> = { ...value }
  return Object.fromEntries(
    fields
      .filter(({ name }) => entries[name] !== undefined)
      .map(({ name, fields: inner }) => [name, pick(entries[name], inner)]),
  )
}
