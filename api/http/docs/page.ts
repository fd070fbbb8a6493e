/** The parts of an OpenAPI description that the page shows. */
type Description = {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Operation>>
}

type Operation = {
  summary: string
  tags: string[]
  security: unknown[]
  parameters?: { name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema: ObjectSchema & { oneOf?: ObjectSchema[] } }>

type ObjectSchema = { properties?: Record<string, Schema>; required?: string[] }

type Schema = {
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Tag that is listed last, because only operators need its calls. */
const OPERATIONS_TAG = 'Operation'

type Call = { method: string; path: string; operation: Operation }

/** Renders the OpenAPI description as a self-contained page without scripts. */
export function docsPage(description: unknown): string {
  const { info, paths } = description as Description
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ method, path, operation })),
  )
  const byTag = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? 'Other')].toSorted(
    ([left], [right]) => Number(left === OPERATIONS_TAG) - Number(right === OPERATIONS_TAG),
  )
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${text(info.title)}</h1>
<p>${text(info.description).replaceAll(/&#x60;|`/g, '')}</p>
<p>The same description for programs: <a href="openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Endpoints">${byTag.map(([tag, list]) => contents(tag, list)).join('')}</nav>
<main>${byTag.map(([tag, list]) => section(tag, list)).join('')}</main>
</body>
</html>`
}

const contents = (tag: string, calls: Call[]) =>
  `<details open><summary>${text(tag)}</summary><ul>${calls
    .map(
      ({ method, path }) =>
        `<li><a href="#${anchor(method, path)}"><small>${text(method)}</small> ${text(path.replace(/^\/api\//, ''))}</a></li>`,
    )
    .join('')}</ul></details>`

const section = (tag: string, calls: Call[]) =>
  `<section><h2>${text(tag)}</h2>${calls.map(({ method, path, operation }) => operationHtml(method, path, operation)).join('')}</section>`

/** Styles of the self-contained page, with the colours of site/styles/theme.css. */
export const style = `
:root { color-scheme: light dark; --ground: oklch(98% .006 95); --raised: white; --line: oklch(90% .01 95); --ink: oklch(20% .015 260); --soft: oklch(45% .015 260); --iris: oklch(86% .17 95); --link: oklch(45% .1 240) }
@media (prefers-color-scheme: dark) { :root { --ground: oklch(20% .015 260); --raised: oklch(25% .015 260); --line: oklch(35% .015 260); --ink: oklch(96% .006 95); --soft: oklch(75% .01 95); --link: oklch(80% .08 240) } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 2.5rem 1.25rem 6rem; max-width: 72rem; background: var(--ground); color: var(--ink); font: 16px/1.6 Figtree, system-ui, sans-serif; display: grid; gap: 1rem 3rem }
h1 { margin: 0; font-size: 2.5rem; line-height: 1.1; letter-spacing: -.02em }
header p { max-width: 44rem; margin: .75rem 0 0; color: var(--soft) }
h2 { margin: 2.5rem 0 0; padding-bottom: .25rem; border-bottom: 4px solid var(--iris); font-size: 1.5rem }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere }
a { color: var(--link) }
code { font: .9em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
nav { font-size: .9rem } nav ul { margin: .25rem 0 .75rem; padding: 0; list-style: none } nav a { display: flex; align-items: baseline; padding: .15rem 0; text-decoration: none; overflow-wrap: anywhere } nav a:hover { text-decoration: underline }
h2::first-letter, summary::first-letter { text-transform: uppercase }
nav small { flex: none; width: 4.5rem; color: var(--soft); text-transform: uppercase }
summary { cursor: pointer; font-weight: 600 }
article { margin-top: 1.25rem; padding: 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; scroll-margin-top: 1rem }
article:target { border-color: var(--ink) }
article p { margin: .5rem 0 0 }
.method { display: inline-block; min-width: 4.5em; padding: 0 .5em; border: 1px solid var(--line); border-radius: .25rem; font-size: .8rem; text-align: center; text-transform: uppercase } .method.post, .method.put { background: var(--iris); border-color: var(--iris); color: oklch(20% .015 260) }
.who, .failures, .required, caption { color: var(--soft); font-size: .875rem } .required { font-weight: 400 }
table { width: 100%; margin-top: 1rem; border-collapse: collapse; table-layout: fixed } caption { text-align: left } th, td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere } th { width: 36%; font-weight: 500 }
@media (min-width: 60rem) { body { grid-template-columns: 19rem minmax(0, 1fr) } header { grid-column: 1 / -1 } nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto } }
`

/** Renders one call of the api. */
function operationHtml(method: string, path: string, operation: Operation): string {
  const { summary, security, parameters = [], requestBody, responses } = operation
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

const anchor = (method: string, path: string) => text(`${method}${path.replaceAll(/[^\w]+/g, '-')}`)

/** Renders each alternative of a body in a table of its own. */
const bodyHtml = (type: string, schema: Content[string]['schema']) =>
  (schema.oneOf ?? [schema])
    .map((kind, index) => table(`${index > 0 ? 'Or: ' : ''}Body, ${type}`, rows(kind)))
    .join('')

const responseHtml = (status: string, content: Content) =>
  Object.entries(content)
    .map(([type, { schema }]) => table(`Response ${status}, ${type}`, rows(schema)))
    .join('')

const rows = ({ properties = {}, required = [] }: ObjectSchema) =>
  Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))

const row = (name: string, schema: Schema, required = false) =>
  `<tr><th scope="row"><code>${text(name)}</code>${required ? ' <span class="required">required</span>' : ''}</th><td>${inCode(limits(schema))}</td></tr>`

const table = (caption: string, body: string[]) =>
  body.length === 0 ? '' : `<table><caption>${text(caption)}</caption><tbody>${body.join('')}</tbody></table>`

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
const inCode = (plain: string) =>
  text(plain)
    .replaceAll(/&#x60;|`/g, '`')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
