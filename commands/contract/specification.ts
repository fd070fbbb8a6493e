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

/** The calls we make, by type of node. */
export const GRAPH_CALLS: Record<string, string[]> = {
  User: ['GET #get', 'GET accounts', 'GET businesses', 'DELETE permissions'],
  Business: ['GET owned_pages', 'GET client_pages'],
  Application: ['POST uploads'],
  Page: [
    ...['#get', 'feed', 'insights', 'published_posts', 'videos'].map(edge => `GET ${edge}`),
    ...['feed', 'photos', 'videos'].map(edge => `POST ${edge}`),
  ],
  PagePost: ['GET #get', 'POST #update', 'DELETE #delete', 'GET comments', 'GET insights', 'POST comments'],
  Photo: ['GET #get'],
  AdVideo: ['GET #get'],
  Comment: ['GET #get'],
  InsightsResult: [],
  IGUser: [
    ...['#get', 'content_publishing_limit', 'insights', 'media'].map(edge => `GET ${edge}`),
    ...['media', 'mediapublish'].map(edge => `POST ${edge}`),
  ],
  IGMedia: ['GET #get', 'GET comments', 'GET insights', 'POST comments'],
  IGComment: [],
  ShadowIGMediaBuilder: ['GET #get'],
  ContentPublishingLimitResponse: [],
}

/** The files of the specification that are named otherwise than their type of node. */
export const GRAPH_FILES: Record<string, string> = {
  IGUser: 'IGUserForIGOnlyAPI',
  IGMedia: 'IGMediaForIGOnlyAPI',
}

export const graphSpecification: GraphSpecification = stored
