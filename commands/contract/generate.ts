import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

import { GRAPH_CALLS, GRAPH_FILES, type GraphSpecification } from './violations.ts'

const [checkout] = process.argv.slice(2)
if (!checkout) {
  console.error(
    'bun commands/contract/generate.ts CHECKOUT   a clone of facebook/facebook-business-sdk-codegen',
  )
  process.exit(1)
}

type Published = {
  apis: {
    method: string
    endpoint?: string
    name?: string
    return: string
    params: { name: string; type: string; required?: boolean }[]
  }[]
  fields: { name: string; type: string }[]
}
type PublishedEnum = { name: string; values: string[] }

const git = (...args: string[]) =>
  execFileSync('git', ['-C', checkout, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
const read = <Content>(name: string) =>
  JSON.parse(git('show', `HEAD:api_specs/specs/${name}.json`)) as Content

const used = new Set<string>()
const nodes = Object.fromEntries(
  Object.entries(GRAPH_CALLS).map(([node, calls]) => {
    const file = GRAPH_FILES[node] ?? node
    const { apis, fields } = read<Published>(file)
    const selected = apis.flatMap(api => {
      const name = `${api.method} ${(api.endpoint ?? api.name ?? '').replace(/^\//, '')}`
      return calls.includes(name) ? [{ ...api, name }] : []
    })
    const missing = calls.filter(call => !selected.some(({ name }) => name === call))
    if (missing.length > 0) throw new Error(`${file}.json has no ${missing.join(', ')}`)
    return [
      node,
      {
        fields: fields.map(({ name }) => name).toSorted(),
        edges: [...new Set(apis.flatMap(api => (api.method === 'GET' && api.endpoint) || []))].toSorted(),
        calls: Object.fromEntries(
          selected.map(({ name, params, return: returns }) => {
            for (const { type } of params) used.add(type.replace(/^list<(.*)>$/, '$1'))
            return [
              name,
              {
                returns,
                parameters: Object.fromEntries(params.map(each => [each.name, each.type])),
                required: params.flatMap(each => (each.required ? each.name : [])),
              },
            ]
          }),
        ),
      },
    ]
  }),
)

const specification: GraphSpecification = {
  source: 'https://github.com/facebook/facebook-business-sdk-codegen, api_specs/specs',
  commit: git('log', '-1', '--format=%H').trim(),
  date: git('log', '-1', '--format=%cs').trim(),
  notice:
    'Copyright (c) Meta Platforms, Inc. and affiliates. Its licence permits use, copying, modification and distribution in connection with the services and APIs that Facebook provides. Kept here: names of nodes, edges, parameters, fields and enum values, for checking our own calls; no source code.',
  nodes,
  enums: Object.fromEntries(
    read<PublishedEnum[]>('enum_types').flatMap(({ name, values }) =>
      used.has(name) ? [[name, values]] : [],
    ),
  ),
}

const target = new URL('graph-specification.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(specification)}\n`)
execFileSync('bun', ['x', '--no-install', 'oxfmt', target.pathname])
console.log(`${target.pathname}: ${specification.commit} of ${specification.date}`)
