/** Explains a first comment's state beside its published post. */
export const commentReasons = {
  signedOut: (network: string) =>
    `We lost access to ${network}. The first comment follows once you reconnect it in Social Hub.`,
  paused: (network: string) =>
    `${network} has limited posting to this account for now. We’ll add the first comment as soon as it lets us.`,
  outage: (network: string) =>
    `${network} isn’t accepting anything from us at the moment. We’ll add the first comment once it does.`,
  checking: (network: string) => `We’re checking whether the first comment is on ${network}.`,
  forbidden: (network: string) => ({
    reasonCode: 'comment_permission',
    reason: `${network} didn’t give us permission to comment. Connect it again in Social Hub and allow comments. Please add this one there yourself.`,
  }),
  disconnected: (network: string) => ({
    reasonCode: 'disconnected',
    reason: `${network} was disconnected before the first comment could be added.`,
  }),
  elsewhere: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `${network} was disconnected before we could check whether the first comment was added. Please check the post.`,
  }),
  postGone: (network: string) => ({
    reasonCode: 'post_gone',
    reason: `${network} doesn’t show us the post any more, so we can’t tell whether the first comment was added.`,
  }),
  late: (network: string) => ({
    reasonCode: 'late',
    reason: `${network} didn’t accept the first comment within a day.`,
  }),
  neverTaken: (network: string) => ({
    reasonCode: 'never_taken',
    reason: `${network} cut the connection each time we sent the first comment and doesn’t have it.`,
  }),
  unknown: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `We checked for a day and can’t tell whether the first comment is on ${network}. Please check the post.`,
  }),
} as const
