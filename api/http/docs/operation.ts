import type { ObjectSchema, Operation, Schema } from './specs.ts'

/** Renders one call of the api. */
export function operationHtml(method: string, path: string, operation: Operation): string {
  const { summary, security, parameters, requestBody, responses } = operation
  const bodies = Object.entries(requestBody?.content ?? {})
  const successes = Object.entries(responses).filter(([status]) => status < '400')
  const failures = Object.keys(responses).filter(status => status >= '400')
  return `<article id="${anchor(method, path)}">
<h3><span class="method ${text(method)}">${text(method)}</span> <code>${text(path)}</code></h3>
<p>${text(summary)}. <span class="who">${security.length > 0 ? 'Signed in' : 'Anybody'}</span></p>
${table(
  'Parameters',
  parameters.map(({ name, required, schema }) => row(name, schema, required)),
)}
${bodies.map(([type, { schema }]) => bodyHtml(type, schema)).join('')}
${successes.map(([status, { content = {} }]) => responseHtml(status, content)).join('')}
${failures.length > 0 ? `<p class="failures">Errors: ${failures.map(status => `<code>${text(status)}</code>`).join(' ')}</p>` : ''}
</article>`
}

export const anchor = (method: string, path: string) => text(`${method}${path.replaceAll(/[^\w]+/g, '-')}`)

/** Renders each alternative of a body in a table of its own. */
const bodyHtml = (type: string, schema: ObjectSchema) =>
  (schema.oneOf ?? [schema])
    .map((kind, index) =>
      table(`${index > 0 ? 'Or: ' : ''}Body, ${type}`, rows(kind.properties, kind.required)),
    )
    .join('')

function responseHtml(status: string, content: NonNullable<Operation['responses'][string]['content']>) {
  return Object.entries(content)
    .map(([type, { schema }]) =>
      table(`Response ${status}, ${type}`, rows(schema.properties, schema.required)),
    )
    .join('')
}

const rows = (properties: Record<string, Schema>, required: string[]) =>
  Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))

const row = (name: string, schema: Schema, required: boolean) =>
  `<tr><th scope="row"><code>${text(name)}</code>${required ? ' <span class="required">required</span>' : ''}</th><td>${inCode(limits(schema))}</td></tr>`

const table = (caption: string, body: string[]) =>
  body.length === 0 ? `` : `<table><caption>${text(caption)}</caption><tbody>${body.join('')}</tbody></table>`

function limits(schema: Schema): string {
  const { type, description, format, default: preset } = schema
  const parts = [
    description,
    description ? undefined : [type].flat().join(' or '),
    format,
    schema.enum && `one of ${schema.enum.map(value => `\`${String(value)}\``).join(' ')}`,
    'const' in schema && `always \`${String(schema.const)}\``,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
    preset !== undefined && `\`${JSON.stringify(preset)}\` by default`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return ''
  if (min === undefined) return `up to ${max} ${unit}`
  return max === undefined ? `at least ${min} ${unit}` : `${min} to ${max} ${unit}`
}

const text = (plain: string) => Bun.escapeHTML(plain)
/** Renders text between backticks as code. */
const inCode = (plain: string) =>
  text(plain)
    .replaceAll(/&#x60;|`/g, '`')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
