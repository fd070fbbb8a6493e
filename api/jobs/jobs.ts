import { sweepDeletions } from '#api/accounts/compliance/compliance.ts'
import { sweepConnectLinks } from '#api/accounts/connect-links/sign-in.ts'
import { checkAccounts, probeOutages } from '#api/accounts/health.ts'
import { sweepOauthStates } from '#api/accounts/sign-in/oauth-state.ts'
import { refreshTokens, bindTokens } from '#api/accounts/tokens/renewal.ts'
import { endVisits } from '#api/auth/access/membership.ts'
import { sweepEmailChanges } from '#api/auth/email-changes.ts'
import { sweepResets } from '#api/auth/password-changes.ts'
import { sweepSessions } from '#api/auth/sessions/sessions.ts'
import { sweepSignups } from '#api/auth/signups.ts'
import { bindSecrets } from '#api/auth/two-factor/codes.ts'
import { sweepSignInTickets } from '#api/auth/two-factor/two-factor.ts'
import { sweepInvitations } from '#api/businesses/members/invitations.ts'
import type { Context } from '#api/context.ts'
import { sweepLimits } from '#api/http/limits/limits.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createActSender, createReplySender } from '#api/inbox/send.ts'
import { readDueInsights } from '#api/insights/read-account.ts'
import { foldNames, hashOlderFiles } from '#api/media/library.ts'
import { deleteUnusedMedia } from '#api/media/media.ts'
import { startConversions, stopConversions } from '#api/media/videos/conversions.ts'
import { sweepNotifications } from '#api/notifications/inbox.ts'
import { broadcastNotifications } from '#api/notifications/notifications.ts'
import { createPushDispatcher } from '#api/notifications/push/outbox.ts'
import { bindPushKeys } from '#api/notifications/push/push.ts'
import { notifySocialActivity } from '#api/notifications/social-activity.ts'
import { sweepLiveEvents } from '#api/outbox/live/tail.ts'
import { createMailDispatcher } from '#api/outbox/mail.ts'
import { carryOutDeletions, sweepDeletionRecords } from '#api/personal-data/deletions/deletions.ts'
import { sweepExportTickets } from '#api/personal-data/exports/exports.ts'
import { sweepDrafts } from '#api/posts/drafts/drafts.ts'
import { sweepImports } from '#api/posts/imports/imports.ts'
import { createImporter } from '#api/posts/imports/worker.ts'
import { foldMessages } from '#api/posts/lists.ts'
import { warnOfProblemsAhead } from '#api/publishing/preflight.ts'
import { sweepSuccessMails } from '#api/publishing/settlement/published.ts'
import { mailMonthlyReports } from '#api/reports/mailing.ts'
import { createPrintPool } from '#api/reports/printing.ts'
import { prepareMonthlyReports } from '#api/reports/reports.ts'
import { sendDigests } from '#api/reviews/digest.ts'
import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import { sweepScores } from '#api/scores/history.ts'
import { createAuditPool } from '#api/scores/measure.ts'
import { sweepPictures } from '#api/settings/profile.ts'
import { sweepTrialWeeks } from '#api/trial-weeks/trial-weeks.ts'
import { sweepPublicAudits } from '#api/visitors/audits/audits.ts'
import { createPublicAuditPool } from '#api/visitors/audits/measure.ts'
import { remindOfCalls } from '#api/visitors/bookings/bookings.ts'
import { sweepRequests } from '#api/visitors/requests/inbox.ts'
import { compareClocks, type Job } from './job.ts'

/** Creates the jobs, except publishing. Hourly ones start at different times. */
export const createJobs = (ctx: Context): Job[] => [
  { name: 'broadcast-notifications', run: broadcastNotifications },
  { name: 'send-mail', ...worker(createMailDispatcher(ctx)) },
  { name: 'send-pushes', ...worker(createPushDispatcher(ctx)) },
  { name: 'send-replies', ...worker(createReplySender(ctx)) },
  { name: 'send-acts', ...worker(createActSender(ctx)) },
  { name: 'import-posts', ...worker(createImporter(ctx)) },
  { name: 'audits', ...abortable(ctx, createAuditPool) },
  { name: 'public-audits', ...abortable(ctx, createPublicAuditPool) },
  { name: 'print-reports', ...abortable(ctx, createPrintPool) },
  { name: 'probe-networks', run: probeOutages },
  { name: 'fold-texts', run: foldTexts },
  // Ends the event stream and imports of administrators whose visit to a client has expired, even if they make no call.
  { name: 'end-visits', schedule: '*/3 * * * * *', run: ctx => endVisits(ctx) },
  {
    name: 'convert-videos',
    schedule: '*/5 * * * * *',
    run: startConversions,
    stop: () => stopConversions(ctx),
  },
  { name: 'read-insights', schedule: '*/15 * * * * *', run: ctx => readDueInsights(ctx) },
  { name: 'read-inboxes', schedule: '7,22,37,52 * * * * *', run: ctx => readDueInboxes(ctx) },
  { name: 'hash-files', schedule: '*/10 * * * * *', run: createFileHasher() },
  { name: 'remind-of-calls', schedule: '10 * * * * *', run: remindOfCalls },
  { name: 'send-digests', schedule: '20 * * * * *', run: sendDigests },
  { name: 'delete-accounts', schedule: '0 */5 * * * *', run: carryOutDeletions },
  // Accounts are checked before their posts are due, while the author can still act.
  { name: 'preflight', schedule: '30 */10 * * * *', run: preflight },
  { name: 'sweep', schedule: '0 7 * * * *', run: sweep },
  { name: 'compare-clocks', schedule: '45 7 * * * *', run: compareClocks },
  // Hourly, so that users who turn it on receive the previous day's activity within the hour.
  { name: 'notify-social-activity', schedule: '0 12 * * * *', run: notifySocialActivity },
  { name: 'refresh-tokens', schedule: '0 23 * * * *', run: refreshTokens },
  // Hourly, because a month begins at a different hour in each time zone.
  { name: 'prepare-reports', schedule: '0 37 * * * *', run: prepareMonthlyReports },
  { name: 'mail-reports', schedule: '50 */5 * * * *', run: mailMonthlyReports },
]

type Work = Pick<Job, 'run' | 'stop'>

const worker = (pool: WorkerPool): Work => ({ run: () => pool.tick(), stop: () => pool.stop() })

/** Stopping aborts what is in progress, so that the next process can claim it at once. */
function abortable(ctx: Context, create: (ctx: Context, signal: AbortSignal) => WorkerPool): Work {
  const stopping = new AbortController()
  const { tick, stop } = create(ctx, stopping.signal)
  return {
    run: tick,
    stop() {
      stopping.abort()
      return stop()
    },
  }
}

async function foldTexts(ctx: Context) {
  await foldMessages(ctx)
  await foldNames(ctx)
}

/** Prepares files of earlier releases for the library, some at a time. Tries each file once per process. */
function createFileHasher(): Job['run'] {
  let hashed = ''
  return async ctx => {
    hashed = await hashOlderFiles(ctx, hashed)
  }
}

async function preflight(ctx: Context) {
  await checkAccounts(ctx)
  await warnOfProblemsAhead(ctx)
}

const SWEEPS = [
  sweepSessions,
  sweepSignups,
  sweepEmailChanges,
  sweepResets,
  sweepRequests,
  sweepSuccessMails,
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
  sweepPublicAudits,
  sweepTrialWeeks,
  sweepDeletionRecords,
  bindTokens,
  bindSecrets,
  bindPushKeys,
  deleteUnusedMedia,
]

/**
 * Deletes expired rows and unused files, and re-encrypts secrets of an earlier release (`bind…`). Its timing doesn't matter,
 * because expired rows are rejected anyway. One that fails doesn't stop the others.
 */
export async function sweep(ctx: Context): Promise<void> {
  for (const sweepRows of SWEEPS)
    try {
      await sweepRows(ctx)
    } catch (error) {
      ctx.log.error({ err: error }, `${sweepRows.name} failed`)
    }
}
