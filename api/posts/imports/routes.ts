import { Hono } from 'hono'
import * as v from 'valibot'

import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { imports } from '#api/db/schema/posts/imports.ts'
import { limitChanges, LIMITS, limit } from '#api/http/limits/limits.ts'
import { FILE, formBody, describing, parseInput, validate, done } from '#api/http/route.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { downloadHeaders } from '#api/runtime/spreadsheet.ts'
import {
  CorrectRow,
  IMPORT_ENCODINGS,
  IMPORT_MESSAGES,
  ImportReading,
  ImportSettings,
  MAX_IMPORT_BYTES,
  StartImport,
} from '#shared/posts/imports.ts'
import { SPREADSHEET_FORMATS } from '#shared/posts/posts.ts'
import { TimeZone } from '#shared/time-zone.ts'
import { checkImport, correctRow, createImport, deleteImport, startImport, stopImport } from './imports.ts'
import { listImportRows, listImports, readCells, readImport } from './read-imports.ts'
import { importTemplate } from './template.ts'
import { undoImport } from './undo.ts'

const describe = describing('imports')
const IMPORT =
  '`_id domainId fileName format headers samples settings source? state goodRowsOnly counts connected pictures createdAt finishedAt?`'
const Upload = v.object({ timeZone: v.optional(TimeZone, 'UTC'), ...ImportReading.entries })
const RowPath = v.object({ id: v.string(), line: v.pipe(v.string(), v.transform(Number), v.integer()) })
const Template = v.object({ format: v.optional(v.picklist(SPREADSHEET_FORMATS), 'xlsx') })

const uploadBody = formBody(
  {
    file: FILE,
    timeZone: { type: 'string', description: 'IANA zone of the times in the file' },
    encoding: { type: 'string', description: `${IMPORT_ENCODINGS.join(', ')}; detected if omitted` },
    delimiter: { type: 'string', description: 'A comma, semicolon, tab or bar; detected if omitted' },
    sheet: { type: 'string', description: 'Name of the sheet; the one that looks like a plan if omitted' },
    repair: { type: 'string', description: 'no keeps garbled text as it is' },
  },
  ['file'],
)

export const importTemplateRoutes = new Hono<Env>().get(
  '/template',
  describe('Download the template, a spreadsheet with two example rows', {
    signedIn: false,
    raw: 'text/csv',
  }),
  validate('query', Template),
  c => {
    const { format } = c.req.valid('query')
    return c.body(importTemplate(format), 200, downloadHeaders(format, 'posts-template'))
  },
)

export const importRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .use('/:id/*', requires('publish', imports))
  .get(
    '/',
    describe('List the latest imports of the business', { data: `A list of ${IMPORT}` }),
    requires('publish'),
    async c => c.json({ success: true, data: await listImports(c.var.ctx) }),
  )
  .post(
    '/',
    describe('Upload and check a CSV or XLSX of up to 500 posts, without creating any', {
      data: IMPORT,
      errors: ['invalid', 'conflict', 'too_large', 'unsupported', 'rate_limited'],
      requestBody: uploadBody,
    }),
    requires('publish'),
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.importPosts, key: ctx.userId })
      const { files, fields, discard } = await receiveUpload(ctx.config, c.req.raw, {
        fileFields: ['file'],
        maxFiles: 1,
        limit: { bytes: MAX_IMPORT_BYTES, message: IMPORT_MESSAGES.tooLarge },
        userId: ctx.userId,
        typeOf: () => 'text/csv',
      })
      try {
        const [received] = files
        if (!received) throw invalidField('file', IMPORT_MESSAGES.none)
        const { timeZone, ...reading } = parseInput(Upload, fields)
        const data = await createImport(ctx, {
          path: received.path,
          fileName: received.name,
          timeZone,
          reading,
        })
        return c.json({ success: true, data })
      } finally {
        await discard()
      }
    },
  )
  .get(
    '/:id',
    describe('Read an import and its progress', { data: IMPORT, errors: ['not_found'] }),
    async c => c.json({ success: true, data: await readImport(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/rows',
    describe('List the rows of an import, those with errors first', {
      data: 'A list of `line cells state problems [{column, message, warning?, file?}] networks? leftOut? post? postId? changes? mayBeNew?`',
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await listImportRows(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/rows/:line',
    describe('Read the whole cells of a row', { data: 'A list of texts', errors: ['not_found'] }),
    validate('param', RowPath),
    async c => {
      const { id, line } = c.req.valid('param')
      return c.json({ success: true, data: await readCells(c.var.ctx, id, line) })
    },
  )
  .put(
    '/:id/rows/:line',
    describe(
      'Correct cells, networks or files of a row that isn’t a post yet, and check the open rows again',
      { data: IMPORT, errors: ['not_found', 'conflict', 'invalid'] },
    ),
    limitChanges,
    validate('param', RowPath),
    validate('json', CorrectRow),
    async c => {
      const correction = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json({ success: true, data: await correctRow(c.var.ctx, correction) })
    },
  )
  .put(
    '/:id/settings',
    describe('Set the fields of the columns, and check every row', {
      data: IMPORT,
      errors: ['not_found', 'conflict'],
    }),
    limitChanges,
    validate('json', ImportSettings),
    async c =>
      c.json({ success: true, data: await checkImport(c.var.ctx, c.req.param('id'), c.req.valid('json')) }),
  )
  .post(
    '/:id/start',
    describe(
      'Fetch the pictures and videos and schedule the posts; with errors, only if `goodRowsOnly` is set. Changed rows in `apply` change their posts, those in `add` become new ones, others are left',
      { data: IMPORT, errors: ['not_found', 'conflict'] },
    ),
    limitChanges,
    validate('json', StartImport),
    async c =>
      c.json({ success: true, data: await startImport(c.var.ctx, c.req.param('id'), c.req.valid('json')) }),
  )
  .post(
    '/:id/stop',
    describe('Stop a running import; posts that it has created are not deleted', {
      data: IMPORT,
      errors: ['not_found'],
    }),
    limitChanges,
    async c => c.json({ success: true, data: await stopImport(c.var.ctx, c.req.param('id')) }),
  )
  .post(
    '/:id/undo',
    describe(
      'Cancel the posts that an import has created, except those that a network may have; their rows are ready again',
      { data: IMPORT, errors: ['not_found', 'conflict'] },
    ),
    limitChanges,
    async c => c.json({ success: true, data: await undoImport(c.var.ctx, c.req.param('id')) }),
  )
  .delete(
    '/:id',
    describe('Delete an import, but not its posts', { errors: ['not_found', 'conflict'] }),
    limitChanges,
    c => done(c, deleteImport(c.var.ctx, c.req.param('id')), 'Import deleted.'),
  )
