import {
  flag,
  index,
  indexOfSet,
  instant,
  integer,
  partOf,
  primaryKey,
  progress,
  sqliteTable,
  text,
  unique,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { CALL_STATES, INBOX_STATES } from '#shared/inbox.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { INBOX_ACTS, INBOX_KINDS } from '#shared/networks/declaration.ts'
import { accounts } from './accounts.ts'
import { domains } from './domains.ts'

const accountId = () => partOf('account_id', () => accounts.id)
const person = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' })

/** Schedule and lease of the reads of an account's reviews or comments. */
export const inboxReads = sqliteTable(
  'inbox_reads',
  {
    accountId: accountId().primaryKey(),
    /** Time of the next read; during a read, the end of its lease. */
    wakeAt: instant('wake_at').notNull(),
    /** Number of claims so far, which fences each write. */
    attempt: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** Time of the last claim. Null for a row that an earlier release wrote, until its next read. */
    claimedAt: instant('claimed_at'),
    /** Time of the last complete read. */
    readAt: instant('read_at'),
    /** True if the network doesn't let us read them, because a permission is missing. */
    lacksPermission: flag('lacks_permission').notNull().default(false),
  },
  t => [index('inbox_reads_wake').on(t.wakeAt)],
)

/** Posts whose comments are read, or the account itself for its reviews. */
export const inboxThreads = sqliteTable(
  'inbox_threads',
  {
    accountId: accountId(),
    externalId: text('external_id').notNull(),
    /** Beginning of the post's text. */
    excerpt: text().notNull(),
    permalink: text().notNull(),
    /** Number of comments at the last read, as the network counts them; null if it doesn't. */
    count: integer(),
    readAt: instant('read_at').notNull(),
    /** Time of the last read that asked for everything, not only for what changed since. */
    listedAt: instant('listed_at'),
  },
  t => [primaryKey({ columns: [t.accountId, t.externalId] })],
)

/** Reviews and comments that others wrote, as their network shows them. */
export const inboxItems = sqliteTable(
  'inbox_items',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    domainId: partOf('domain_id', () => domains.id),
    network: text({ enum: NETWORK_IDS }).notNull(),
    kind: text({ enum: INBOX_KINDS }).notNull(),
    externalId: text('external_id').notNull(),
    threadId: text('thread_id').notNull(),
    /** The comment under which this one is shown; empty for a top comment or a review. */
    parentId: text('parent_id').notNull(),
    author: text().notNull(),
    text: text().notNull(),
    /** Author and text, folded for searches. */
    searchText: text('search_text').notNull(),
    /** 1 to 5; null for comments. */
    stars: integer(),
    permalink: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Increased when its text or stars change, so that nobody answers what they haven't read. */
    version: integer().notNull().default(1),
    state: text({ enum: INBOX_STATES }).notNull(),
    /** True if the network shows the item only to its author and the account. */
    hidden: flag('hidden').notNull().default(false),
    /** True if the account likes the item, according to the network. */
    liked: flag('liked').notNull().default(false),
    /** The answer that the network shows, or that is on its way. */
    replyText: text('reply_text'),
    repliedAt: instant('replied_at'),
    /** The member who answered here; null if it was answered on the network. */
    replierId: person('replier_id'),
    assigneeId: person('assignee_id'),
    /** Time at which a member first opened the item. */
    readAt: instant('read_at'),
  },
  t => [
    unique('inbox_items_external').on(t.accountId, t.externalId),
    index('inbox_items_list').on(t.domainId, t.state, t.createdAt, t.id),
    index('inbox_items_thread').on(t.accountId, t.threadId),
    indexOfSet('inbox_items_replier', t.replierId),
    indexOfSet('inbox_items_assignee', t.assigneeId),
  ],
)
export type InboxItemRow = typeof inboxItems.$inferSelect

/** Columns of a call about an item: a member's answer or act. An item has at most one of each. */
const call = () => ({
  itemId: partOf('item_id', () => inboxItems.id).primaryKey(),
  /** The member who requested the call; null if they have left. */
  userId: person('user_id'),
  state: text({ enum: CALL_STATES }).notNull(),
  ...progress(),
  /** Intent: time just before the call that may have taken effect; null if no call is unanswered. */
  begunAt: instant('begun_at'),
  /** Time at which the call was accepted. */
  createdAt: instant('created_at').notNull(),
})

/** Answers written here, on their way to a network. */
export const inboxReplies = sqliteTable(
  'inbox_replies',
  {
    ...call(),
    message: text().notNull(),
    /** Version of the item that the writer had seen. */
    version: integer().notNull(),
    /** The network's id of the answer. A call that isn't sent and has one changes that answer's text. */
    externalId: text('external_id'),
  },
  t => [indexOfSet('inbox_replies_wake', t.wakeAt), indexOfSet('inbox_replies_user', t.userId)],
)
export type InboxReplyRow = typeof inboxReplies.$inferSelect

/** Members' acts on items, on their way to a network. */
export const inboxActs = sqliteTable(
  'inbox_acts',
  {
    ...call(),
    act: text({ enum: INBOX_ACTS }).notNull(),
    /** Version of the item that the member had seen; null if the caller didn't say. */
    version: integer(),
  },
  t => [indexOfSet('inbox_acts_wake', t.wakeAt), indexOfSet('inbox_acts_user', t.userId)],
)
export type InboxActRow = typeof inboxActs.$inferSelect

/** Notes that members write to each other about an item. Nobody else sees them, and they are never sent. */
export const inboxNotes = sqliteTable(
  'inbox_notes',
  {
    id: text().primaryKey(),
    itemId: partOf('item_id', () => inboxItems.id),
    /** Null if the writer has left. */
    userId: person('user_id'),
    text: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('inbox_notes_item').on(t.itemId), indexOfSet('inbox_notes_user', t.userId)],
)
