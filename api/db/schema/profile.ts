import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Each file of a profile picture, from before it is written until after it is removed: what a killed process leaves behind is
 * found by its row. It refers to no user, so that it outlives them.
 */
export const profileImages = sqliteTable(
  'profile_images',
  {
    fileName: text('file_name').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('profile_images_user').on(t.userId)],
)
