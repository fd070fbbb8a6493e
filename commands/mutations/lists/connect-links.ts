import type { Mutation } from '../mutation.ts'

const tests = ['api/accounts/connect-links/connect-links.test.ts']
const FORMER = ['api/accounts/connect-links/former-owner.test.ts']

export const connectLinks: Mutation[] = [
  {
    file: 'api/businesses/links.ts',
    text: ", keepsPermission({ now }, table, 'connect'))",
    becomes: ')',
    breaks: 'a link outlives the role of the person who made it',
    tests: [...tests, 'api/posts/reviews/links/links.test.ts'],
  },
  {
    file: 'api/accounts/connect-links/sign-in.ts',
    text: '    eq(oauthStates.connectLinkId, link.id),\n',
    becomes: '',
    breaks: 'a sign-in can be moved to the business of another link',
    tests,
  },
  {
    file: 'api/accounts/connect-links/sign-in.ts',
    text: '    eq(oauthStates.browserHash, hashToken(browser)),\n',
    becomes: '',
    breaks: 'another browser completes a sign-in with a link',
    tests,
  },
  {
    file: 'api/accounts/sign-in/connection.ts',
    text: ' && !account.viaLink',
    becomes: '',
    breaks: 'a member sees the other Pages of somebody who signed in with a link',
    tests,
  },
  {
    file: 'api/personal-data/exports/parts.ts',
    text: 'or(not(accounts.viaLink), belongsTo(accounts, id))',
    becomes: 'undefined',
    breaks: 'a former owner downloads the account of their former client',
    tests: FORMER,
  },
  {
    file: 'api/personal-data/deletions/carry-out.ts',
    text: 'staysWithout(user.id)',
    becomes: 'sql`false`',
    breaks: 'a client is signed out when a person of the agency deletes their login',
    tests: ['api/personal-data/deletions/revoking.test.ts'],
  },
]
