/** Explains a first comment's state beside its published post. */
export const commentReasons = {
  signedOut: (network: string) =>
    `${network} signed us out. The first comment follows once you reconnect it in Social Hub.`,
  paused: (network: string) =>
    `${network} limits how much we may do for this account in a while. The first comment follows as soon as there is room.`,
  outage: (network: string) =>
    `${network} isn’t accepting anything from us at the moment. We’ll add the first comment once it does.`,
  checking: (network: string) => `We are checking whether ${network} took the first comment.`,
  forbidden: (network: string) => ({
    reasonCode: 'comment_permission',
    reason: `${network} gave us no permission to comment. Connect it again in Social Hub and allow comments; write this one there yourself.`,
  }),
  disconnected: (network: string) => ({
    reasonCode: 'disconnected',
    reason: `${network} was disconnected before the first comment could be added.`,
  }),
  elsewhere: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `${network} was disconnected before it told us whether it took the first comment. Please look at the post.`,
  }),
  postGone: (network: string) => ({
    reasonCode: 'post_gone',
    reason: `${network} does not show us the post any more, so we can’t tell whether it took the first comment.`,
  }),
  late: (network: string) => ({
    reasonCode: 'late',
    reason: `${network} did not take the first comment within a day.`,
  }),
  neverTaken: (network: string) => ({
    reasonCode: 'never_taken',
    reason: `${network} broke off each time that we sent the first comment, and does not have it.`,
  }),
  unknown: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `We looked for a day and can’t tell whether ${network} took the first comment. Please look at the post.`,
  }),
} as const
