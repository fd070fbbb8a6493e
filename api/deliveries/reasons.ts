import { describeLostAccess, type ReconnectCause, reconnectAdvice } from '#shared/accounts.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import {
  AFTER_COOL_DOWN,
  ANOTHER_ACCOUNT,
  APPROVAL_MISSED,
  COOL_DOWN_TOO_LONG,
  NEVER_CONFIRMED,
  NOT_APPROVED,
} from '#shared/posts/posts.ts'

type LostAccount = { network: NetworkId; name: string; reconnectCause: ReconnectCause }

/** Explains a delivery's state and what to do about it, in the list, the notification and the mail. */
export const reasons = {
  disconnected: (network: NetworkId, mayBeLive = false) => ({
    reasonCode: 'disconnected',
    reason: mayBeLive
      ? `${networks[network].name} was disconnected before it told us whether this is published. Connect it again in Social Hub and we’ll check before sending anything.`
      : `${networks[network].name} isn’t connected any more. Connect the same account again in Social Hub and the post will go out.`,
  }),
  anotherAccount: (meantFor: string, connected: string) => ({
    reasonCode: ANOTHER_ACCOUNT,
    reason: `This was written for ${meantFor}, and another account is connected now: ${connected}. Publish it there, reschedule it or discard it; or reconnect ${meantFor} in Social Hub and it goes out automatically.`,
  }),
  needsReconnect: ({ network, name, reconnectCause: cause }: LostAccount, mayBeLive = false) => ({
    reasonCode: 'needs_reconnect',
    reason: mayBeLive
      ? `${describeLostAccess(network, name, cause)}, before it told us whether this is published. Reconnect it in Social Hub${reconnectAdvice(network, cause)}, and we’ll check before sending anything.`
      : `${describeLostAccess(network, name, cause)}. Reconnect it in Social Hub${reconnectAdvice(network, cause)}, and the post will go out.`,
  }),
  leaving: {
    reasonCode: 'leaving',
    reason:
      'Your account is about to be deleted, so nothing goes out. Keep your account and the post is scheduled again.',
  },
  notApproved: (network: NetworkId) => ({
    reasonCode: NOT_APPROVED,
    reason: `The current version hasn’t been approved, so it didn’t go to ${networks[network].name}. Send it for approval.`,
  }),
  approvalMissed: {
    reasonCode: APPROVAL_MISSED,
    reason: 'Nobody approved this in time, so it didn’t go out. Choose a new time.',
  },
  approvedLate: {
    reasonCode: APPROVAL_MISSED,
    reason: 'This was approved after its time. Choose a new time to publish it.',
  },
  coolingDown: (network: NetworkId) => ({
    reasonCode: 'paused',
    reason: `${networks[network].name} has limited posting to this account for now. We’ll publish as soon as it lets us.`,
  }),
  coolDownTooLong: (network: NetworkId) => ({
    reasonCode: COOL_DOWN_TOO_LONG,
    reason: `${networks[network].name} has limited posting to this account for so long that this post can’t go out in time. Choose Publish now and it goes out when the limit ends, or reschedule it. Otherwise we’ll ask you once it’s late.`,
  }),
  afterCoolDown: (network: NetworkId) => ({
    reasonCode: AFTER_COOL_DOWN,
    reason: `${networks[network].name} has paused posting to this account. The post goes out by itself when the pause ends.`,
  }),
  outage: (network: NetworkId) => ({
    reasonCode: 'outage',
    reason: `${networks[network].name} isn’t accepting anything from us at the moment. We’re working on it, and the post goes out once it’s fixed. You don’t need to do anything.`,
  }),
  late: (network: NetworkId) => ({
    reasonCode: 'late',
    reason: `We missed this post’s time, so it hasn’t gone to ${networks[network].name}. Choose Publish now, Reschedule or Discard.`,
  }),
  restored: (network: NetworkId) => ({
    reasonCode: 'restored',
    reason: `We restored a backup that is older than this post’s time, and didn’t find the post on ${networks[network].name} with this text. If you had changed the text since the backup, check the account first. Then choose Publish now, Reschedule or Discard.`,
  }),
  checking: (network: NetworkId, why: string) => ({
    reasonCode: 'checking',
    reason: `It may already be on ${networks[network].name}. We’re checking whether it is. ${why}`.trim(),
  }),
  notPublished: (network: NetworkId) => ({
    reasonCode: 'not_published',
    reason: `${networks[network].name} doesn’t have this post, so we’ll send it again.`,
  }),
  foundAbsentLate: (network: NetworkId) => ({
    reasonCode: 'late',
    reason: `${networks[network].name} didn’t get this post, and we only found out long after its time. Choose Publish now, Reschedule or Discard.`,
  }),
  heldBack: (network: NetworkId) => ({
    reasonCode: 'not_published',
    reason: `${networks[network].name} held this back as possible spam and doesn’t have it. We’ll send it again after a pause; a change to its text may help.`,
  }),
  neverTaken: (network: NetworkId) => ({
    reasonCode: 'never_taken',
    reason: `${networks[network].name} cut the connection each time we sent this and doesn’t have it. Choose Try again.`,
  }),
  maybePublishedElsewhere: (network: NetworkId) => ({
    reasonCode: NEVER_CONFIRMED,
    reason: `A different ${networks[network].name} account is connected now, so we can’t tell whether this was published on the previous one. Check there first. Only if the post isn’t there, publish it on the account that’s connected now.`,
  }),
  neverConfirmed: (network: NetworkId) => ({
    reasonCode: NEVER_CONFIRMED,
    reason: `We checked for a day and can’t tell whether ${networks[network].name} published this. Check the account first. If the post isn’t there, choose Try again.`,
  }),
  shownLate: (network: NetworkId) => ({
    reasonCode: NEVER_CONFIRMED,
    reason: `${networks[network].name} now shows a post with the same text. We can’t tell whether it’s this one, published late, or one added by hand. Check the account first. Only if the post isn’t there, choose Try again.`,
  }),
  internal: 'Something went wrong on our side. Choose Try again, or write to us if it happens again.',
} as const
