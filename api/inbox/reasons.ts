import type { CallReasons } from '#api/calls/attempt.ts'

/** Reasons, shown beside an item, why its answer is waiting or wasn’t published. */
export const replyReasons = {
  signedOut: (network: string) =>
    `We lost access to ${network}. The answer goes out once you reconnect it in Social Hub.`,
  paused: (network: string) =>
    `${network} has limited this account for now. We’ll send the answer as soon as it lets us.`,
  outage: (network: string) =>
    `${network} isn’t accepting anything from us at the moment. We’ll send the answer once it does.`,
  checking: (network: string) => `We’re checking whether the answer is on ${network}.`,
  forbidden: (network: string) => ({
    reasonCode: 'permission',
    reason: `${network} didn’t let us answer. Connect it again in Social Hub and allow everything that it asks for.`,
  }),
  disconnected: (network: string) => ({
    reasonCode: 'disconnected',
    reason: `${network} was disconnected before the answer could be sent.`,
  }),
  gone: (network: string) => ({ reasonCode: 'gone', reason: `This was deleted on ${network}.` }),
  edited: () => ({
    reasonCode: 'edited',
    reason: 'This was changed just before your answer was sent. Read it again, then send your answer.',
  }),
  answerGone: (network: string) => ({
    reasonCode: 'answer_gone',
    reason: `Your answer was deleted on ${network} before it could be changed.`,
  }),
  answerChanged: (network: string) => ({
    reasonCode: 'answer_changed',
    reason: `Your answer was changed on ${network} just before.`,
  }),
  answeredThere: (network: string) => ({
    reasonCode: 'answered',
    reason: `Somebody answered this on ${network} before yours was sent.`,
  }),
  rejected: (network: string) => ({
    reasonCode: 'rejected',
    reason: `${network} doesn’t show this answer, because it breaks its rules. Change it, then send it again.`,
  }),
  withdrawn: () => ({ reasonCode: 'withdrawn', reason: 'This answer was withdrawn before it was sent.' }),
  expired: (network: string) => ({
    reasonCode: 'expired',
    reason: `We couldn’t send this answer to ${network} within seven days. Check that it still fits, then send it again.`,
  }),
  deleted: (network: string) => ({
    reasonCode: 'deleted',
    reason: `This answer was deleted on ${network}.`,
  }),
  neverTaken: (network: string) => ({
    reasonCode: 'never_taken',
    reason: `${network} cut the connection each time we sent the answer, and doesn’t have it. Send it again later.`,
  }),
  unknown: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `We checked for a day and can’t tell whether the answer is on ${network}. Look there first, then send it again.`,
  }),
} as const satisfies CallReasons & Record<string, unknown>

/** Reasons, shown beside an item, why an act is waiting or has failed. */
export const actReasons = {
  edited: () => ({
    reasonCode: 'edited',
    reason: 'This was changed just before. Read it again, then decide.',
  }),
  withdrawn: () => ({ reasonCode: 'withdrawn', reason: 'This was taken back before it was done.' }),
  signedOut: (network: string) =>
    `We lost access to ${network}. This goes out once you reconnect it in Social Hub.`,
  paused: (network: string) =>
    `${network} has limited this account for now. We’ll do this as soon as it lets us.`,
  outage: (network: string) =>
    `${network} isn’t accepting anything from us at the moment. We’ll do this once it does.`,
  checking: (network: string) => `We’re checking whether ${network} has done this.`,
  forbidden: (network: string) => ({
    reasonCode: 'permission',
    reason: `${network} didn’t let us do this. Connect it again in Social Hub and allow everything that it asks for.`,
  }),
  disconnected: (network: string) => ({
    reasonCode: 'disconnected',
    reason: `${network} was disconnected before this could be done.`,
  }),
  gone: replyReasons.gone,
  expired: (network: string) => ({
    reasonCode: 'expired',
    reason: `We couldn’t do this on ${network} within seven days. If you still want it, try again.`,
  }),
  neverTaken: (network: string) => ({
    reasonCode: 'never_taken',
    reason: `${network} cut the connection each time and hasn’t done this. Try again later.`,
  }),
  unknown: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `We checked for a day and can’t tell whether ${network} has done this. Look there first, then try again.`,
  }),
} as const satisfies CallReasons & Record<string, unknown>
