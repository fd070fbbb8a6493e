import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  flag,
  index,
  instant,
  integer,
  json,
  partOf,
  primaryKey,
  sqliteTable,
  text,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import {
  IMPORT_FORMATS,
  IMPORT_ROW_STATES,
  IMPORT_STATES,
  type ImportedPost,
  type ImportProblem,
  type ImportSettings,
  type ImportSource,
} from '#shared/posts/imports.ts'
import type { RevisePost } from '#shared/posts/revision.ts'
import { posts } from './posts.ts'

/** Spreadsheets of posts that users have uploaded, with the progress of their import. */
export const imports = sqliteTable(
  'imports',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    domainId: partOf('domain_id', () => domains.id),
    fileName: text('file_name').notNull(),
    format: text({ enum: IMPORT_FORMATS }).notNull(),
    headers: json<string[]>('headers').notNull(),
    /** The chosen fields of the columns, time zone and order of dates. */
    settings: json<ImportSettings>('settings').notNull(),
    /** The way in which the file was read, with all assumptions; null for an import of an earlier release. */
    source: json<ImportSource>('source'),
    state: text({ enum: IMPORT_STATES }).notNull(),
    /** True if the user chose to skip the rows with errors. */
    goodRowsOnly: flag('good_rows_only').notNull().default(false),
    /** Time of the worker's next action, or the end of its lease; null unless the import is running. */
    wakeAt: instant('wake_at'),
    /** Number of claims: the fencing token of the worker's writes. */
    attempt: integer().notNull().default(0),
    /** Bytes of pictures and videos downloaded since the import was started. */
    receivedBytes: integer('received_bytes').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  t => [
    index('imports_user').on(t.userId),
    index('imports_domain').on(t.domainId, t.createdAt),
    index('imports_wake').on(t.wakeAt),
  ],
)

export const importRows = sqliteTable(
  'import_rows',
  {
    importId: partOf('import_id', () => imports.id),
    /** Line of the file, as a spreadsheet counts it. */
    line: integer().notNull(),
    cells: json<string[]>('cells').notNull(),
    state: text({ enum: IMPORT_ROW_STATES }).notNull(),
    problems: json<ImportProblem[]>('problems').notNull(),
    /** The post that the dry run built from the cells; null if the row has errors. */
    post: json<ImportedPost>('post'),
    /** Identifies the post across files: a hash of the business and the row's id or content. */
    key: text(),
    /** Pictures fetched so far, in the order of their URLs. */
    mediaIds: json<string[]>('media_ids').notNull(),
    /** Former content of the post that the row changed, and the post's version after that; null if the change can't be undone. */
    before: json<{ content: RevisePost; version: number; changedAlone: boolean }>('before'),
    postId: text('post_id').references(() => posts.id, { onDelete: 'set null' }),
  },
  t => [primaryKey({ columns: [t.importId, t.line] }), index('import_rows_post').on(t.postId)],
)
