import type { Mutation } from './mutation.ts'

export const restore: Mutation[] = [
  {
    file: 'commands/backup/ended-access.ts',
    text: '    and id not in (select id from replaced.activity)) as continues`',
    becomes: '    and false) as continues`',
    breaks: 'going back to the later of two databases removes the members who were added since',
    tests: ['commands/backup/ended-access.test.ts'],
  },
  {
    file: 'commands/backup/end-access.ts',
    text: 'if (keepsOwners && losesOwner(membership)) {',
    becomes: 'if (false) {',
    breaks: 'a restore leaves a business without owners',
    tests: ['commands/backup/ended-access.test.ts'],
  },
  {
    file: 'commands/backup/restore.ts',
    text: 'await endApprovals(ctx, found.withdrawn)',
    becomes: '[]',
    breaks: 'a restored backup publishes a version that its approver sent back',
    tests: ['commands/backup/ended-access.test.ts'],
  },
  {
    file: 'commands/backup/ended-access.ts',
    text: "    or (now.approvers <> '[]' and",
    becomes: '    or (false and',
    breaks: 'a restore lets people approve who are no longer chosen',
    tests: ['commands/backup/ended-access.test.ts'],
  },
]
