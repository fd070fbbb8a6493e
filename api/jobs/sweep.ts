import { sweepDeletions } from '#api/accounts/compliance/compliance.ts'
import { sweepConnectLinks } from '#api/accounts/connect-links/sign-in.ts'
import { sweepOauthStates } from '#api/accounts/sign-in/sign-in.ts'
import { bindTokens } from '#api/accounts/tokens/renewal.ts'
import { sweepResets } from '#api/auth/password-changes.ts'
import { sweepSessions } from '#api/auth/sessions/sessions.ts'
import { sweepSignups } from '#api/auth/signups.ts'
import { bindSecrets } from '#api/auth/two-factor/codes.ts'
import { sweepSignInTickets } from '#api/auth/two-factor/two-factor.ts'
import { sweepInvitations } from '#api/businesses/members/invitations.ts'
import type { Context } from '#api/context.ts'
import { sweepLimits } from '#api/http/limits/limits.ts'
import { sweepLiveEvents } from '#api/live/tail.ts'
import { deleteUnusedMedia } from '#api/media/media.ts'
import { sweepNotifications } from '#api/notifications/inbox.ts'
import { bindPushKeys } from '#api/notifications/push/push.ts'
import { sweepDeletionRecords } from '#api/personal-data/deletions/deletions.ts'
import { sweepExportTickets } from '#api/personal-data/exports/exports.ts'
import { sweepDrafts } from '#api/posts/drafts/drafts.ts'
import { sweepImports } from '#api/posts/imports/imports.ts'
import { sweepRequests } from '#api/requests/inbox.ts'
import { sweepScores } from '#api/scores/history.ts'
import { sweepPictures } from '#api/settings/profile.ts'

const SWEEPS = [
  sweepSessions,
  sweepSignups,
  sweepResets,
  sweepRequests,
  sweepDeletions,
  sweepDrafts,
  sweepImports,
  sweepInvitations,
  sweepNotifications,
  sweepSignInTickets,
  sweepLimits,
  sweepOauthStates,
  sweepConnectLinks,
  sweepLiveEvents,
  sweepPictures,
  sweepExportTickets,
  sweepScores,
  sweepDeletionRecords,
  bindTokens,
  bindSecrets,
  bindPushKeys,
]

/**
 * Deletes expired rows and unused files, and re-encrypts secrets of an earlier release. Its timing doesn't matter, because
 * expired rows are rejected anyway.
 */
export async function sweep(ctx: Context): Promise<void> {
  for (const sweepRows of SWEEPS) await sweepRows(ctx)
  await deleteUnusedMedia(ctx)
}
