import * as v from 'valibot'

/**
 * What calls to a site need, stored as the account's token: the URL of its API, and the application password of one of its users. The
 * password has no end; the user can delete it at any time. The URL is relative for the operator's own site.
 */
export type WordPressAccess = v.InferOutput<typeof Access>
const Access = v.object({ root: v.string(), user: v.string(), password: v.string() })

export const writeAccess = (access: WordPressAccess) => JSON.stringify(access)
export const readAccess = (token: string): WordPressAccess => v.parse(Access, JSON.parse(token))
