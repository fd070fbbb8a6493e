import type { Mutation } from '../mutation.ts'

const WORKER = ['api/posts/imports/worker.test.ts', 'api/posts/imports/imports.test.ts']
const FAIR = ['api/posts/imports/fair-imports.test.ts']
const FETCH = ['api/audits/fetch-public.test.ts']
const LIBRARY = ['api/media/library.test.ts', 'api/media/take-up.test.ts']

/** Import, export, calendar feeds and the media library. */
export const transfer: Mutation[] = [
  {
    file: 'api/posts/imports/worker.ts',
    text: '      idempotencyKey: POST_KEY + row.key,\n',
    becomes: '      idempotencyKey: undefined,\n',
    breaks: 'importing the same file twice creates each post twice',
    tests: WORKER,
  },
  {
    file: 'api/posts/imports/worker.ts',
    text: "  if (!run.claimed.goodRowsOnly && (await hasErrors(run))) return end(run, 'checked')\n",
    becomes: '',
    breaks: 'a file with a picture that can’t be fetched is imported in part',
    tests: WORKER,
  },
  {
    file: 'api/posts/imports/worker.ts',
    text: '      await saveRow(run, row, { mediaIds })\n',
    becomes: '      row.mediaIds = mediaIds\n',
    breaks: 'an import that goes on after a crash fetches pictures again',
    tests: WORKER,
  },
  {
    file: 'api/posts/imports/reading.ts',
    text: "and(eq(imports.id, id), isAllowedIn(ctx, imports.domainId, 'publish'))",
    becomes: 'and(eq(imports.id, id))',
    breaks: 'anybody can read and start the imports of others',
    tests: WORKER,
  },
  {
    file: 'api/audits/fetch-public.ts',
    text: 'lookup: checkedLookup(guard, port), ',
    becomes: '',
    breaks: 'a name that resolves to a private address later is opened',
    tests: FETCH,
  },
  {
    file: 'api/audits/fetch-public.ts',
    text: '      if (bytes > maxBytes) break\n',
    becomes: '',
    breaks: 'an endless file fills the disk',
    tests: FETCH,
  },
  {
    file: 'api/posts/imports/worker.ts',
    text: '      if (!(await renewLease(run))) return\n',
    becomes: '',
    breaks: 'the slow pictures of a row are fetched by two workers',
    tests: WORKER,
  },
  {
    file: 'api/posts/imports/worker.ts',
    text: ', not(waitsForAnother(now()))',
    becomes: '',
    breaks: 'one business’s slow imports occupy the importer',
    tests: FAIR,
  },
  {
    file: 'api/posts/imports/worker.ts',
    text: '      if (run.late >= MAX_LATE_FILES) throw',
    becomes: '      if (run.late < 0) throw',
    breaks: 'an import waits for every file that trickles in',
    tests: FAIR,
  },
  {
    file: 'api/posts/imports/worker.ts',
    text: '      await stopForbidden(ctx)\n',
    becomes: '',
    breaks: 'a removed member’s import goes on',
    tests: FAIR,
  },
  {
    file: 'api/audits/fetch-public.ts',
    text: 'rules.timeoutMs + (bytes / bytesPerSecond) * 1000',
    becomes: 'maxMs',
    breaks: 'a file that trickles in occupies the importer for ten minutes',
    tests: FETCH,
  },
  {
    file: 'api/posts/feeds/feeds.ts',
    text: 'tokenHash: hashToken(token), createdAt',
    becomes: 'tokenHash: token, createdAt',
    breaks: 'a copy of the database opens every calendar',
    tests: ['api/posts/feeds/feeds.test.ts'],
  },
  {
    file: 'api/posts/feeds/feeds.ts',
    text: '.where(and(ownFeed(ctx, domainId), isUsable(ctx)))',
    becomes: '.where(ownFeed(ctx, domainId))',
    breaks: 'a calendar link is shown as on although its creator has left',
    tests: ['api/posts/feeds/feeds.test.ts'],
  },
  {
    file: 'api/posts/feeds/calendar.ts',
    text: '        not(goesOutWhenApproved),\n',
    becomes: '',
    breaks: 'the private feed invents a time for a post that has none',
    tests: ['api/posts/feeds/feeds.test.ts'],
  },
  {
    file: 'api/posts/feeds/calendar.ts',
    text: '        eq(deliveries.domainId, domainId),\n',
    becomes: '',
    breaks: 'a calendar shows the posts of all businesses of its owner',
    tests: ['api/posts/feeds/feeds.test.ts'],
  },
  {
    file: 'api/media/library.ts',
    text: 'inArray(media.domainId, activeDomain),\n',
    becomes: '',
    breaks: 'a library shows the files of another business',
    tests: LIBRARY,
  },
  {
    file: 'api/media/library.ts',
    text: '    isOwnOrAllowed(ctx, media, permission),\n',
    becomes: '',
    breaks: 'anybody can rename and delete the files of others',
    tests: LIBRARY,
  },
]
