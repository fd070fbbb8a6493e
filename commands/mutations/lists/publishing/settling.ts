import type { Mutation } from '../../mutation.ts'

export const settling: Mutation[] = [
  {
    file: 'api/publishing/settle.ts',
    text: '    eq(deliveries.attempt, delivery.attempt),\n    inArray',
    becomes: '    inArray',
    breaks: 'a stale worker overwrites the new worker’s outcome with failed, scheduled or held',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/settle.ts',
    text: "    inArray(deliveries.state, ['publishing', 'unconfirmed']),\n  )!",
    becomes: '  )!',
    breaks: 'a worker writes its outcome over what the author or a reconnection decided meanwhile',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/settle.ts',
    text: '  if (!(await settle(ctx, delivery, outcome, claimed))) throw new LeaseLost()',
    becomes: '  await settle(ctx, delivery, outcome, claimed)',
    breaks: 'a worker that lost its lease believes that its outcome counts',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/settle.ts',
    text: 'and(isAsRead(delivery), eq(deliveries.wakeAt, delivery.wakeAt!))!',
    becomes: 'isAsRead(delivery)',
    breaks: 'a late post that its author moved meanwhile is held all the same',
    tests: ['api/publishing/outage.test.ts'],
  },
  {
    file: 'api/publishing/settle.ts',
    text: '{ ...delivery, attempt: delivery.attempt + 1 },',
    becomes: 'delivery,',
    breaks: 'an author gets only one notice for a post that is late twice',
    tests: ['api/publishing/recovery.test.ts'],
  },
  {
    file: 'api/publishing/settle.ts',
    text: 'failures: delivery.failures + (outcome.counts ? 1 : 0),',
    becomes: 'failures: delivery.failures + 1,',
    breaks: 'waiting for a limit counts as a failure',
    tests: ['api/publishing/retries.test.ts'],
  },
  {
    file: 'api/publishing/settle.ts',
    text: '    const [updated, , , held] = await ctx.db.batch([update, writeOff, withdrawal, hold, live])',
    becomes:
      '    const [updated, held] = [(await ctx.db.batch([update, writeOff, withdrawal, live]))[0], [] as DeliveryRow[]]\n    void hold',
    breaks: 'a retry goes out for a person who asked to be deleted during the attempt',
    tests: ['api/deliveries/leaving.test.ts'],
  },
  {
    file: 'api/publishing/settle-published.ts',
    text: "        eq(deliveries.attempt, sql`item.value ->> 'attempt'`),\n",
    becomes: '',
    breaks: 'a stale worker overwrites the new worker’s outcome with published',
    tests: ['api/publishing/claim.test.ts'],
  },
  {
    file: 'api/publishing/settle-published.ts',
    text: "        sql`exists (select 1 from deliveries where id = ${firstComments.deliveryId} and state = 'published')`,\n",
    becomes: '',
    breaks: 'a stale worker queues a first comment although the post is not out',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/settle-published.ts',
    text: "  where id = item.value ->> 'deliveryId' and attempt = item.value ->> 'attempt' and state = 'published')`",
    becomes: "  where id = item.value ->> 'deliveryId' and state = 'published')`",
    breaks: 'a stale worker announces a second time that the post is out',
    tests: ['api/publishing/lost-lease.test.ts'],
    accepted: 'the update before it changes nothing then, and open dashboards merely load the post again',
  },
  {
    file: 'api/publishing/settle-published.ts',
    text: '      failures: 0,\n',
    becomes: '',
    breaks: 'a published delivery keeps the failures of its tries',
    tests: ['api/publishing/retries.test.ts'],
    accepted: 'nothing reads the failure count of a published delivery, and that state is final',
  },
]
