/** Calls that Meta's guides document but its SDK specification omits, each with its source. */

/** Parameters that every call accepts. */
export const GLOBAL_PARAMETERS: Record<string, string> = {
  access_token: 'Graph overview: every call may carry its token as a parameter.',
  appsecret_proof: 'Login security: proves that the caller has the app’s secret.',
  fields: 'Graph overview: field selection, also for reading after writing.',
  limit: 'Graph overview: paging.',
  after: 'Graph overview: paging by cursors.',
  before: 'Graph overview: paging by cursors.',
}

/** Calls without a node, by provider, method and path. */
export const PATHS: Record<string, { parameters: string[]; because: string }> = {
  'facebook GET oauth/access_token': {
    parameters: ['client_id', 'client_secret', 'redirect_uri', 'code', 'grant_type', 'fb_exchange_token'],
    because: 'Facebook Login guide; the SDK specification holds no OAuth endpoints.',
  },
  'facebook GET debug_token': {
    parameters: ['input_token'],
    because: 'Graph reference, debug_token; not in the SDK specification.',
  },
  'instagram GET access_token': {
    parameters: ['grant_type', 'client_secret'],
    because: 'IGAccessTokenForIGOnlyAPI, which names no endpoint.',
  },
  'instagram GET refresh_access_token': {
    parameters: ['grant_type'],
    because: 'IGRefreshAccessTokenForIGOnlyAPI, which names no endpoint.',
  },
  'facebook POST upload:': {
    parameters: [],
    because: 'Resumable Upload API guide; the specification has no nodes for sessions.',
  },
  'facebook GET upload:': { parameters: [], because: 'Resumable Upload API guide.' },
}

/** Edges whose path differs from the specification. */
export const SPELLED: Record<string, string> = {
  'IGUser POST media_publish': 'POST mediapublish',
}

/** Parameters and multipart fields of single calls. */
export const PARAMETERS: Record<string, Record<string, string>> = {
  'Page POST photos': { source: 'Page photos reference: the picture itself, in a multipart body.' },
}

/** Fields of single nodes. */
export const FIELDS: Record<string, Record<string, string>> = {
  Page: {
    tasks: 'Pages API guide: the person’s permissions on each Page of /me/accounts.',
    picture: 'Page reference: the picture edge, as a field.',
  },
  PagePost: {
    id: 'Every node has one.',
  },
}

/** Retired metrics. The specification doesn't list metrics, because `metric` has no enum there. */
export const RETIRED_METRICS: Record<string, string> = {
  post_impressions: 'Page insights changelog: ended for v25 and above, refused since 2026-06-15.',
  post_impressions_unique: 'The same.',
  page_impressions: 'The same.',
  page_impressions_unique: 'The same.',
  page_video_views_unique: 'The same.',
  page_fans: 'Page insights changelog: replaced by page_follows.',
  page_fan_adds: 'The same.',
  page_engaged_users: 'Page insights changelog: ended in 2024.',
  impressions: 'Instagram insights: ended in 2025, replaced by views.',
}
