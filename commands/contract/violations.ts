import calls from './calls.toml'
import exceptions from './exceptions.toml'
import stored from './graph-specification.json'

/** The part of Meta's published SDK specification that our calls are checked against. */
export type GraphSpecification = {
  source: string
  commit: string
  /** Date of the commit, e.g. 2026-04-15. */
  date: string
  notice: string
  nodes: Record<string, GraphNode>
  enums: Record<string, string[]>
}

type GraphNode = {
  fields: string[]
  /** Readable edges, which `fields` may also name. */
  edges: string[]
  /** Keyed by method and edge, such as `GET feed`. `#get`, `#update` and `#delete` are the node itself. */
  calls: Record<string, GraphCallRules>
}

type GraphCallRules = {
  /** Type of the returned node. */
  returns: string
  /** Types by name. */
  parameters: Record<string, string>
  required: string[]
}

/** Our calls, by type of node, and the names of the specification's files, where they differ from the type. */
export const { calls: GRAPH_CALLS, files: GRAPH_FILES } = calls as {
  calls: Record<string, string[]>
  files: Record<string, string>
}

const { nodes, enums }: GraphSpecification = stored

type Reasons = Record<string, string>

const {
  parameters: commonParameters,
  paths,
  spelled: aliases,
  callParameters,
  fields,
  retiredMetrics,
} = exceptions as {
  parameters: Reasons
  paths: Record<string, { parameters: string[]; because: string }>
  spelled: Record<string, string>
  callParameters: Record<string, Reasons>
  fields: Record<string, Reasons>
  retiredMetrics: Reasons
}

/** A call as the sandbox logs it (`SANDBOX_GRAPH_LOG`). */
export type LoggedCall = {
  provider: string
  method: string
  node: string | null
  edge: string
  parameters: Record<string, string>
  files: string[]
}

/** The edge `insights` as a field: `insights.metric(reach,views)`. */
const METRIC_FIELD = /\binsights\.metric\(([^)]*)\)/g

/** Lists the differences between a call and the specification with its documented exceptions. */
export function findViolations(call: LoggedCall): string[] {
  const { provider, method, node, edge, parameters, files } = call
  if (node === null) return violationsOfPath(call)
  const name = `${node} ${method} ${edge || '#node'}`
  const rules = rulesOf(call)
  if (!rules) return [`${name}: no such edge`]
  const extra = callParameters[name] ?? {}
  const returned = returnedNode(call, rules, provider)
  const sent = [...Object.keys(parameters), ...files].map(plainName)
  const unknown = sent.filter(
    each => !(each in rules.parameters) && !(each in commonParameters) && !(each in extra),
  )
  const missing = rules.required.filter(each => !sent.includes(each))
  return [
    ...unknown.map(each => `${name}: no parameter ${each}`),
    ...missing.map(each => `${name}: ${each} is missing`),
    ...violationsOfValues(name, parameters, rules),
    ...violationsOfMetrics(name, parameters),
    ...violationsOfFields(parameters.fields ?? '', returned),
    ...[...(parameters.fields ?? '').matchAll(METRIC_FIELD)].flatMap(([, metric = '']) =>
      findViolations({ ...call, node: returned, method: 'GET', edge: 'insights', parameters: { metric } }),
    ),
  ]
}

/** `attached_media[0]` is an item of `attached_media`. */
const plainName = (name: string) => name.replace(/\[\d*\]$/, '')

function violationsOfPath({ provider, method, edge, parameters }: LoggedCall): string[] {
  const name = `${provider} ${method} ${edge}`
  const known = paths[name.replace(/upload:.*$/, 'upload:')]
  if (!known) return [`${name}: no such path`]
  return Object.keys(parameters)
    .filter(each => !known.parameters.includes(each) && !(each in commonParameters))
    .map(each => `${name}: no parameter ${each}`)
}

const NODE_CALLS: Record<string, string> = { GET: '#get', POST: '#update', DELETE: '#delete' }

function rulesOf({ node, method, edge }: LoggedCall): GraphCallRules | undefined {
  const call = aliases[`${node} ${method} ${edge}`] ?? `${method} ${edge || NODE_CALLS[method]}`
  return nodes[node ?? '']?.calls[call]
}

function violationsOfValues(
  name: string,
  parameters: Record<string, string>,
  rules: GraphCallRules,
): string[] {
  return Object.entries(parameters).flatMap(([parameter, value]) => {
    const type = rules.parameters[parameter]?.replace(/^list<(.*)>$/, '$1') ?? ''
    const allowed = enums[type]?.map(each => each.toLowerCase())
    if (!allowed) return []
    return value
      .split(',')
      .filter(each => !allowed.includes(each.toLowerCase()))
      .map(each => `${name}: ${parameter} can’t be ${each}`)
  })
}

const violationsOfMetrics = (name: string, { metric = '' }: Record<string, string>) =>
  metric.split(',').flatMap(each => {
    const because = retiredMetrics[each]
    return because ? [`${name}: the metric ${each} has ended. ${because}`] : []
  })

/** The SDK uses other names for nodes of the Instagram API. */
const NODES_BY_RETURN: Record<string, string> = { User: 'IGUser', Media: 'IGMedia', Comment: 'IGComment' }
const CREATED: Record<string, string> = {
  'Page POST feed': 'PagePost',
  'Page POST photos': 'Photo',
  'Page POST videos': 'AdVideo',
}

function returnedNode(
  { node, method, edge }: LoggedCall,
  { returns }: GraphCallRules,
  provider: string,
): string {
  if (edge === '') return node ?? ''
  const created = CREATED[`${node} ${method} ${edge}`]
  if (created) return created
  return provider === 'instagram' ? (NODES_BY_RETURN[returns] ?? returns) : returns
}

/** Lists unknown fields of a node. Our extract of the specification doesn't describe plain objects, so it accepts all of their fields. */
function violationsOfFields(text: string, node: string): string[] {
  const known = nodes[node]
  if (!known || text === '') return []
  return splitFields(text).flatMap(field =>
    known.fields.includes(field) || known.edges.includes(field) || fields[node]?.[field]
      ? []
      : [`${node}: no field ${field}`],
  )
}

const INNERMOST = /\{[^{}]*\}|\([^()]*\)/g

/** Returns the top-level names of a `fields` parameter: `id,likes.summary(true){id}` gives `id` and `likes`. */
function splitFields(text: string): string[] {
  const flat = text.replaceAll(INNERMOST, '')
  if (flat !== text) return splitFields(flat)
  return text.split(',').flatMap(field => field.trim().split('.')[0] || [])
}
