import type { Mutation } from '../mutation.ts'

const tests = ['api/requests/pipeline/pipeline.test.ts']

export const requests: Mutation[] = [
  {
    file: 'api/requests/pipeline/changes.ts',
    text: ', eq(requests.version, row.version)',
    becomes: '',
    breaks: 'two administrators who change a request at once overwrite each other',
    tests,
  },
  {
    file: 'api/requests/pipeline/changes.ts',
    text: 'if (row.version !== version) throw',
    becomes: 'if (false) throw',
    breaks: 'an administrator overwrites a change that they haven’t seen',
    tests,
  },
  {
    file: 'api/requests/pipeline/reply.ts',
    text: '  if (row.version === version) {\n',
    becomes: '  if (true) {\n',
    breaks: 'two colleagues mail the same person without knowing of each other',
    tests,
  },
  {
    file: 'api/requests/pipeline/reply.ts',
    text: '        when: sql`changes() > 0`,\n',
    becomes: '',
    breaks: 'a reply is mailed although a colleague was faster',
    tests,
  },
  {
    file: 'api/requests/pipeline/reply.ts',
    text: '  await limit(ctx, { ...LIMITS.replyToRequest, key: ctx.userId })\n',
    becomes: '',
    breaks: 'an administrator’s stolen session mails without a limit',
    tests,
  },
  {
    file: 'api/requests/pipeline/changes.ts',
    text: 'if (!isAdministrator) throw',
    becomes: 'if (false) throw',
    breaks: 'a request is assigned to a client',
    tests,
  },
  {
    file: 'api/businesses/unused-domain.ts',
    text: '    hasNo(members, sql`${members.userId} <> ${userId}`),\n',
    becomes: '',
    breaks: 'undo deletes a business that others work with',
    tests: ['api/clients/from-request.test.ts'],
  },
  {
    file: 'api/clients/from-request.ts',
    text: '    forgetMails(ctx, [mailIdOf(domainId)], isGone),\n',
    becomes: '',
    breaks: 'an invitation is mailed although its client was undone',
    tests: ['api/clients/from-request.test.ts'],
  },
]
