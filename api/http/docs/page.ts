import * as v from 'valibot'

import { anchor, operationHtml } from './operation.ts'
import { type Operation, Specs } from './specs.ts'
import { style } from './style.ts'

/** Listed last, because only operators need it. */
const OPERATIONS_TAG = 'Operation'

type Call = { method: string; path: string; operation: Operation }

/** Renders the OpenAPI description as a self-contained page without scripts. */
export function docsPage(description: unknown): string {
  const { info, paths } = v.parse(Specs, description)
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
<title>${Bun.escapeHTML(info.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${Bun.escapeHTML(info.title)}</h1>
<p>${Bun.escapeHTML(info.description).replaceAll(/&#x60;|`/g, '')}</p>
<p>The same description for programs: <a href="openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Endpoints">${byTag.map(([tag, list]) => contents(tag, list)).join('')}</nav>
<main>${byTag.map(([tag, list]) => section(tag, list)).join('')}</main>
</body>
</html>`
}

const contents = (tag: string, calls: Call[]) =>
  `<details open><summary>${Bun.escapeHTML(tag)}</summary><ul>${calls
    .map(
      ({ method, path }) =>
        `<li><a href="#${anchor(method, path)}"><small>${Bun.escapeHTML(method)}</small> ${Bun.escapeHTML(shortPath(path))}</a></li>`,
    )
    .join('')}</ul></details>`

const section = (tag: string, calls: Call[]) =>
  `<section><h2>${Bun.escapeHTML(tag)}</h2>${calls.map(({ method, path, operation }) => operationHtml(method, path, operation)).join('')}</section>`

const shortPath = (path: string) => path.replace(/^\/api\//, '')
