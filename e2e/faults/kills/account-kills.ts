import { killConnecting, killMigrating, killSigningIn } from './api-kills.ts'
import { killAnswering, killDeleting, killMailing, killReminding, killRenewing } from './job-kills.ts'

type Play = { name: string; play: () => Promise<string[]> }

const upTo = (last: number, step: number) =>
  Array.from({ length: Math.ceil(last / step) }, (_, index) => 1 + index * step)

const atChanges = (
  name: string,
  changes: number[],
  play: (kill: { change: number }) => Promise<string[]>,
): Play[] =>
  changes.map(change => ({ name: `${name}: killed at change ${change}`, play: () => play({ change }) }))

const OVER_A_CALL = (['silence-before', 'silence-after'] as const).flatMap(kind =>
  (['cut', 'go-on'] as const).map(then => ({ kind, then })),
)

/** Kills during work on accounts. Those at the n-th write continue slightly beyond the last write. */
export const ACCOUNT_KILLS: Play[] = [
  ...atChanges('renewing a token', upTo(30, 2), killRenewing),
  ...OVER_A_CALL.map(({ kind, then }) => ({
    name: `renewing a token: killed over the call, ${kind}, ${then}`,
    play: () => killRenewing({ kind, then, operation: 'token' }),
  })),
  ...atChanges('answering a comment', upTo(30, 2), kill => killAnswering('facebook', kill)),
  ...OVER_A_CALL.flatMap(({ kind, then }) =>
    (
      [
        ['facebook', 'replies'],
        ['google', 'reply'],
      ] as const
    ).map(([network, operation]) => ({
      name: `answering on ${network}: killed over the call, ${kind}, ${then}`,
      play: () => killAnswering(network, { kind, then, operation }),
    })),
  ),
  ...atChanges('deleting an account', upTo(240, 12), killDeleting),
  ...atChanges('mailing a monthly report', upTo(15, 1), killMailing),
  ...atChanges('reminding of a call', upTo(15, 1), killReminding),
  ...atChanges('the first start', upTo(400, 40), ({ change }) => killMigrating({ change, from: 'nothing' })),
  ...atChanges('an upgrade', upTo(60, 6), ({ change }) =>
    killMigrating({ change, from: 'the first release' }),
  ),
  ...Array.from({ length: 10 }, (_, index) => ({
    name: `signing up and in: killed ${index + 1}`,
    play: () => killSigningIn(`signing in ${index + 1}`),
  })),
  ...Array.from({ length: 10 }, (_, index) => ({
    name: `connecting accounts: killed ${index + 1}`,
    play: () => killConnecting(`connecting ${index + 1}`),
  })),
]
