import { type NetworkId, networks } from '#shared/networks.ts'
import { ANOTHER_ACCOUNT, NEVER_CONFIRMED } from '#shared/posts/posts.ts'

/** Explains a delivery's state and what to do about it, in the list, the notification and the mail. */
export const reasons = {
  disconnected: (network: NetworkId, mayBeLive = false) => ({
    reasonCode: 'disconnected',
    reason: mayBeLive
      ? `${networks[network].name} was disconnected before it told us whether this is published. Connect it again in Social Hub and we look before we send it.`
      : `${networks[network].name} is not connected any more. Connect the same account again in Social Hub and the post goes out.`,
  }),
  anotherAccount: (meantFor: string, connected: string) => ({
    reasonCode: ANOTHER_ACCOUNT,
    reason: `This was written for ${meantFor}, and another account is connected now: ${connected}. Publish it there, reschedule it or discard it; or connect ${meantFor} again in Social Hub and it goes out by itself.`,
  }),
  needsReconnect: (network: NetworkId, account: string, mayBeLive = false) => ({
    reasonCode: 'needs_reconnect',
    reason: mayBeLive
      ? `${networks[network].name} signed us out of ${account || 'your account'} before it told us whether this is published. Reconnect it in Social Hub and we look before we send it.`
      : `${networks[network].name} signed us out of ${account || 'your account'}. Reconnect it in Social Hub and the post goes out.`,
  }),
  leaving: {
    reasonCode: 'leaving',
    reason:
      'Your account is about to be deleted, so nothing goes out. Keep your account and the post is scheduled again.',
  },
  paused: (network: NetworkId) => ({
    reasonCode: 'paused',
    reason: `${networks[network].name} limits how much we may do for this account in a while. The post goes out as soon as there is room.`,
  }),
  outage: (network: NetworkId) => ({
    reasonCode: 'outage',
    reason: `${networks[network].name} isn’t accepting anything from us at the moment. We’re working on it, and the post goes out once it’s fixed. You don’t need to do anything.`,
  }),
  late: (network: NetworkId) => ({
    reasonCode: 'late',
    reason: `We were away at this post’s time, so ${networks[network].name} does not have it. Choose Publish now, Reschedule or Discard.`,
  }),
  restored: (network: NetworkId) => ({
    reasonCode: 'restored',
    reason: `We came back from a backup that is older than this post’s time. ${networks[network].name} doesn’t have it. Choose Publish now, Reschedule or Discard.`,
  }),
  checking: (network: NetworkId, why: string) => ({
    reasonCode: 'checking',
    reason: `We are checking whether ${networks[network].name} published this. ${why}`.trim(),
  }),
  notPublished: (network: NetworkId) => ({
    reasonCode: 'not_published',
    reason: `${networks[network].name} shows that it did not get the post, so we send it again.`,
  }),
  foundAbsentLate: (network: NetworkId) => ({
    reasonCode: 'late',
    reason: `${networks[network].name} did not get this post, and we could find that out only long after its time. Choose Publish now, Reschedule or Discard.`,
  }),
  neverTaken: (network: NetworkId) => ({
    reasonCode: 'never_taken',
    reason: `${networks[network].name} broke off each time that we sent this, and does not have it. Choose Try again.`,
  }),
  publishedElsewhere: (network: NetworkId) => ({
    reasonCode: NEVER_CONFIRMED,
    reason: `Another account of ${networks[network].name} is connected by now, so we can’t tell whether this was published on the one before. Look there first; only if the post isn’t there, publish it on the account that is connected now.`,
  }),
  neverConfirmed: (network: NetworkId) => ({
    reasonCode: NEVER_CONFIRMED,
    reason: `We looked for a day and can’t tell whether ${networks[network].name} published this. Look at the account first; if the post isn’t there, choose Try again.`,
  }),
  shownLate: (network: NetworkId) => ({
    reasonCode: NEVER_CONFIRMED,
    reason: `${networks[network].name} now shows a post with these words. We can’t tell whether it is this one, published late, or was added by hand. Look at the account first; only if the post isn’t there, choose Try again.`,
  }),
  internal: 'Something went wrong on our side. Choose Try again, or write to us if it happens twice.',
} as const
