import type { Mutation } from './mutation.ts'

export const leases: Mutation[] = [
  {
    file: 'api/accounts/tokens/renewal.ts',
    text: "and(eq(accounts.id, id), eq(accounts.encryptedToken, account.encryptedToken ?? ''))",
    becomes: 'eq(accounts.id, id)',
    breaks: 'a renewal overwrites the token of a sign-in that came during it',
    tests: ['api/accounts/tokens/access-tokens.test.ts'],
  },
  {
    file: 'api/accounts/tokens/renewal.ts',
    text: '.where(and(eq(accounts.id, id), eq(accounts.encryptedUserToken, account.encryptedUserToken)))',
    becomes: '.where(eq(accounts.id, id))',
    breaks: 'a renewal gives the account of a new sign-in the token of the old one',
    tests: ['api/accounts/tokens/access-tokens.test.ts'],
  },
  {
    file: 'api/accounts/tokens/renewal.ts',
    text: "    if (isNew || account.status !== 'connected') return linked\n",
    becomes: '',
    breaks: 'a token that another process has just renewed is renewed again',
    tests: ['api/accounts/tokens/access-tokens.test.ts'],
  },
  {
    file: 'api/accounts/tokens/renewal.ts',
    text: 'and(eq(accounts.id, id), or(isNull(accounts.renewingUntil), lt(accounts.renewingUntil, at)))',
    becomes: 'eq(accounts.id, id)',
    breaks: 'two processes renew one token at once, and the older one stays',
    tests: ['api/accounts/refresh.test.ts', 'api/accounts/sign-in/google.test.ts'],
  },
  {
    file: 'api/accounts/accounts.ts',
    text: 'or(isNull(accounts.coolDownUntil), lt(accounts.coolDownUntil, until))',
    becomes: 'undefined',
    breaks: 'a short cool-down replaces a longer one',
    tests: ['api/accounts/sign-in/foreign-returns.test.ts'],
  },
  {
    file: 'api/outbox/mail.ts',
    text: 'and(eq(outbox.id, id), eq(outbox.attempt, attempt))',
    becomes: 'eq(outbox.id, id)',
    breaks: 'a sender that lost its lease gives up on a mail that another one is sending',
    tests: ['api/outbox/mail.test.ts'],
  },
  {
    file: 'api/outbox/mail.ts',
    text: 'db.delete(outbox).where(eq(outbox.userId, userId))',
    becomes: 'db.delete(outbox).where(sql`false`)',
    breaks: 'mail to a person who was deleted goes out',
    tests: ['api/personal-data/exports/exports.test.ts'],
  },
  {
    file: 'api/outbox/mail.ts',
    text: 'desc(either.urgent), asc(either.wakeAt)',
    becomes: 'asc(either.wakeAt)',
    breaks: 'a code waits behind all notices',
    tests: ['api/outbox/mail.test.ts'],
  },
  {
    file: 'api/scores/measure.ts',
    text: 'eq(audits.attempt, attempt), eq',
    becomes: 'eq',
    breaks: 'a process that lost its claim saves old scores',
    tests: ['api/scores/measure.test.ts'],
  },
  {
    file: 'api/outbox/live-events.ts',
    text: "${field('domainId')} where ${when}`",
    becomes: "${field('domainId')} where true`",
    breaks: 'an event is broadcast for an outcome that was not written',
    tests: ['api/live/live.test.ts', 'api/publishing/lost-lease.test.ts'],
  },
]
