import * as v from 'valibot'

/**
 * Access to a site, stored as the account's token: the URL of its API, and an application password of one of its users, who can
 * delete it at any time. It never expires. The URL is relative for the operator's own site.
 */
type WordPressAccess = v.InferOutput<typeof Access>
const Access = v.object({ root: v.string(), user: v.string(), password: v.string() })

export const writeAccess = (access: WordPressAccess) => JSON.stringify(access)
export const readAccess = (token: string): WordPressAccess => v.parse(Access, JSON.parse(token))
