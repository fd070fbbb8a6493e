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

/** The types of node we use, with the file that describes each and the calls we make. */
export const GRAPH_NODES: Record<string, { file: string; calls: string[] }> = {
  User: { file: 'User', calls: ['GET #get', 'GET accounts', 'GET businesses', 'DELETE permissions'] },
  Business: { file: 'Business', calls: ['GET owned_pages', 'GET client_pages'] },
  Application: { file: 'Application', calls: ['POST uploads'] },
  Page: {
    file: 'Page',
    calls: [
      'GET #get',
      'GET feed',
      'GET insights',
      'GET published_posts',
      'GET videos',
      'POST feed',
      'POST photos',
      'POST videos',
    ],
  },
  PagePost: {
    file: 'PagePost',
    calls: ['GET #get', 'POST #update', 'DELETE #delete', 'GET comments', 'POST comments'],
  },
  Photo: { file: 'Photo', calls: ['GET #get'] },
  AdVideo: { file: 'AdVideo', calls: ['GET #get'] },
  Comment: { file: 'Comment', calls: ['GET #get'] },
  InsightsResult: { file: 'InsightsResult', calls: [] },
  IGUser: {
    file: 'IGUserForIGOnlyAPI',
    calls: [
      'GET #get',
      'GET content_publishing_limit',
      'GET insights',
      'GET media',
      'POST media',
      'POST mediapublish',
    ],
  },
  IGMedia: { file: 'IGMediaForIGOnlyAPI', calls: ['GET #get', 'GET comments', 'POST comments'] },
  IGComment: { file: 'IGComment', calls: [] },
  ShadowIGMediaBuilder: { file: 'ShadowIGMediaBuilder', calls: ['GET #get'] },
  ContentPublishingLimitResponse: { file: 'ContentPublishingLimitResponse', calls: [] },
}

export const graphSpecification: GraphSpecification = stored
