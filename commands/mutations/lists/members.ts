import type { Mutation } from '../mutation.ts'

const MEMBERS = ['api/businesses/members/members.test.ts']
const ACTORS = ['api/posts/reviews/actor.test.ts']

export const members: Mutation[] = [
  {
    file: 'api/media/media.ts',
    text: "domainId === null ? sql`true` : isAllowedIn(ctx, sql`${domainId}`, 'write')",
    becomes: 'sql`true`',
    breaks: 'a removed member’s upload ends up in the library of the business',
    tests: ['api/test/demoted-caller.test.ts'],
  },
  {
    file: 'api/auth/access/membership.ts',
    text: ' and creator.created_at <= ${createdAt}',
    becomes: '',
    breaks: 'links of an ended visit work again during the next one',
    tests: ['api/businesses/members/visits.test.ts'],
  },
  {
    file: 'api/auth/access/membership.ts',
    text: '  and (creator.visits_until is null or creator.visits_until > ${+now()}))`',
    becomes: ')`',
    breaks: 'links of a visit that has timed out work until the sweep',
    tests: ['api/businesses/members/visits.test.ts'],
  },
  {
    file: 'api/auth/access/membership.ts',
    text: "  permission === 'see'\n    ? sql``",
    becomes: "  permission !== 'see'\n    ? sql``",
    breaks: 'the role checks in SQL statements let every role pass',
    tests: ['api/posts/removed-caller.test.ts', ...ACTORS],
  },
  {
    file: 'api/auth/access/membership.ts',
    text: '  if (role) requireRole(role, permission)\n',
    becomes: '',
    breaks: 'the role check at the start of a request lets every role pass',
    tests: [...ACTORS, 'api/test/roles.test.ts'],
  },
  {
    file: 'api/businesses/members/invitations.ts',
    text: '    gt(invitations.expiresAt, now),\n',
    becomes: '',
    breaks: 'an expired invitation is accepted',
    tests: MEMBERS,
  },
  {
    file: 'api/businesses/members/invitations.ts',
    text: "    isAllowedIn({ userId: invitations.invitedBy }, invitations.domainId, 'own'),\n",
    becomes: '',
    breaks: 'a removed owner returns by an invitation that they had sent to themselves',
    tests: MEMBERS,
  },
  {
    file: 'api/businesses/members/invitations.ts',
    text: '  await limit(ctx, { ...LIMITS.invitedEmail, key: email })\n',
    becomes: '',
    breaks: 'somebody’s mailbox is flooded with invitations',
    tests: MEMBERS,
  },
  {
    file: 'api/posts/create-post.ts',
    text: " and ${isAllowedIn(ctx, sql`${domain._id}`, 'write')}`",
    becomes: '`',
    breaks: 'a member who is removed during the upload publishes',
    tests: ['api/posts/removed-caller.test.ts'],
  },
  {
    file: 'api/businesses/activity/activity.ts',
    text: '        eq(activity.domainId, reading.domainId),\n',
    becomes: '',
    breaks: 'the log shows what happened in the user’s other businesses',
    tests: ['api/businesses/activity/activity.test.ts'],
  },
  {
    file: 'api/businesses/activity/record.ts',
    text: 'from (select 1) where changes() > 0`',
    becomes: 'from (select 1) where true`',
    breaks: 'a change that was refused is recorded',
    tests: ['api/businesses/activity/activity.test.ts'],
  },
  {
    file: 'api/businesses/activity/activity.ts',
    text: '(showsEmails ? row.email : null)',
    becomes: 'row.email',
    breaks: 'viewers read the e-mails of invitations',
    tests: ['api/businesses/activity/activity.test.ts'],
  },
  {
    file: 'api/personal-data/exports/parts.ts',
    text: 'or(isNull(domainId), isAllowedIn({ userId: id }, domainId))',
    becomes: 'undefined',
    breaks: 'a removed member downloads what others wrote since',
    tests: ['api/personal-data/exports/removed-member.test.ts'],
  },
  {
    file: 'api/posts/provider-posts/provider-posts.ts',
    text: "  if (await approvesPosts(ctx, linked.account)) throw new DomainError('conflict', APPROVAL_MESSAGES.published)\n",
    becomes: '',
    breaks: 'an editor publishes unapproved words by changing a published post',
    tests: ['api/posts/provider-posts/provider-posts.test.ts'],
  },
]
