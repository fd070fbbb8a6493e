import type { Context } from '#api/context.ts'
import type { ReportRow } from '#api/db/schema/businesses/reports.ts'
import { hashToken, keyedToken } from '#api/runtime/crypto/secrets.ts'

type Configured = Pick<Context, 'config'>

/**
 * Derives the token of a release's link, so that its owner can copy it again although only its hash is stored
 * (docs/decisions/056).
 */
export const tokenOf = ({ config }: Configured, id: string, releases: number) =>
  keyedToken(config.appSecret, 'report link', `${id}:${releases}`)

export const urlOf = ({ config }: Configured, token: string) => `${config.publicUrl}/report/${token}`

/** Returns null after APP_SECRET has changed: the link still works, but can't be derived again. */
export function linkOf(
  ctx: Configured,
  { id, releases, linkHash }: Pick<ReportRow, 'id' | 'releases' | 'linkHash'>,
): string | null {
  if (linkHash === null) return null
  const token = tokenOf(ctx, id, releases)
  return hashToken(token) === linkHash ? urlOf(ctx, token) : null
}

/** Returns the id of a recipient's mail in the outbox. */
export const mailId = ({ id, releases }: Pick<ReportRow, 'id' | 'releases'>, index: number) =>
  `report:${id}:${releases}:${index}`
