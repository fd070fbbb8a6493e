import calls from './calls.toml'
import stored from './graph-specification.json' with { type: 'json' }

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

export type GraphCallRules = {
  /** Type of the returned node. */
  returns: string
  /** Types by name. */
  parameters: Record<string, string>
  required: string[]
}

/** The calls we make, by type of node, and the names of its files in the specification. */
export const { calls: GRAPH_CALLS, files: GRAPH_FILES } = calls as {
  calls: Record<string, string[]>
  files: Record<string, string>
}

export const graphSpecification: GraphSpecification = stored
