import { dieConnecting, dieMigrating, dieSigningIn } from './api-kills.ts'
import { dieDeleting, dieRenewing } from './job-kills.ts'

type Play = { name: string; play: () => Promise<string[]> }

const upTo = (last: number, step: number) =>
  Array.from({ length: Math.ceil(last / step) }, (_, index) => 1 + index * step)

const atChanges = (
  name: string,
  changes: number[],
  play: (death: { change: number }) => Promise<string[]>,
): Play[] =>
  changes.map(change => ({ name: `${name}: killed at change ${change}`, play: () => play({ change }) }))

const OVER_A_CALL = (['silence-before', 'silence-after'] as const).flatMap(kind =>
  (['cut', 'go-on'] as const).map(then => ({ kind, then })),
)

/** Kills by the number of a change to the database's files reach a little beyond the last one. */
export const DEATHS: Play[] = [
  ...atChanges('renewing a token', upTo(30, 2), dieRenewing),
  ...OVER_A_CALL.map(({ kind, then }) => ({
    name: `renewing a token: killed over the call, ${kind}, ${then}`,
    play: () => dieRenewing({ kind, then, operation: 'token' }),
  })),
  ...atChanges('deleting an account', upTo(240, 12), dieDeleting),
  ...atChanges('the first start', upTo(400, 40), ({ change }) => dieMigrating({ change, from: 'nothing' })),
  ...atChanges('an upgrade', upTo(60, 6), ({ change }) =>
    dieMigrating({ change, from: 'the first release' }),
  ),
  ...Array.from({ length: 10 }, (_, index) => ({
    name: `signing up and in: killed ${index + 1}`,
    play: () => dieSigningIn(`signing in ${index + 1}`),
  })),
  ...Array.from({ length: 10 }, (_, index) => ({
    name: `connecting accounts: killed ${index + 1}`,
    play: () => dieConnecting(`connecting ${index + 1}`),
  })),
]
