import type { ObjectSchema, Operation, Schema } from './specs.ts'

/** One call of the api, as HTML. */
export function operationHtml(method: string, path: string, operation: Operation): string {
  const { summary, security, parameters, requestBody, responses } = operation
  const bodies = Object.entries(requestBody?.content ?? {})
  const answers = Object.entries(responses).filter(([status]) => status < '400')
  const failures = Object.keys(responses).filter(status => status >= '400')
  return `<article id="${anchor(method, path)}">
<h3><span class="method ${text(method)}">${text(method)}</span> <code>${text(path)}</code></h3>
<p>${text(summary)}. <span class="who">${security.length > 0 ? 'Signed in' : 'Anybody'}</span></p>
${table(
  'Address',
  parameters.map(({ name, required, schema }) => row(name, schema, required)),
)}
${bodies.map(([type, { schema }]) => bodyHtml(type, schema)).join('')}
${answers.map(([status, { content = {} }]) => answerHtml(status, content)).join('')}
${failures.length > 0 ? `<p class="failures">Refusals: ${failures.map(status => `<code>${text(status)}</code>`).join(' ')}</p>` : ''}
</article>`
}

export const anchor = (method: string, path: string) => text(`${method}${path.replaceAll(/[^\w]+/g, '-')}`)

/** A body of one of several kinds is shown kind by kind. */
const bodyHtml = (type: string, schema: ObjectSchema) =>
  (schema.oneOf ?? [schema])
    .map((kind, index) =>
      table(`${index > 0 ? 'Or: ' : ''}Body, ${type}`, rows(kind.properties, kind.required)),
    )
    .join('')

function answerHtml(status: string, content: NonNullable<Operation['responses'][string]['content']>) {
  return Object.entries(content)
    .map(([type, { schema }]) => table(`Answer ${status}, ${type}`, rows(schema.properties, schema.required)))
    .join('')
}

const rows = (properties: Record<string, Schema>, required: string[]) =>
  Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))

const row = (name: string, schema: Schema, required: boolean) =>
  `<tr><th scope="row"><code>${text(name)}</code>${required ? ' <span class="required">required</span>' : ''}</th><td>${inCode(limits(schema))}</td></tr>`

const table = (caption: string, body: string[]) =>
  body.length === 0 ? `` : `<table><caption>${text(caption)}</caption><tbody>${body.join('')}</tbody></table>`

/** Type and limits in words. */
function limits(schema: Schema): string {
  const { type, description, format, default: preset } = schema
  const words = [
    description,
    description ? undefined : [type].flat().join(' or '),
    format,
    schema.enum && `one of ${schema.enum.map(value => `\`${String(value)}\``).join(' ')}`,
    'const' in schema && `always \`${String(schema.const)}\``,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
    preset !== undefined && `\`${JSON.stringify(preset)}\` when left out`,
  ]
  return words.filter(Boolean).join(' · ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `up to ${most} ${unit}`
  return most === undefined ? `at least ${least} ${unit}` : `${least} to ${most} ${unit}`
}

const text = (plain: string) => Bun.escapeHTML(plain)
/** What stands between backticks is shown as code. */
const inCode = (plain: string) =>
  text(plain)
    .replaceAll(/&#x60;|`/g, '`')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
