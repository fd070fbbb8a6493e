import { index, instant, sqliteTable, text } from '#api/db/schema/columns.ts'

/**
 * Files of profile pictures, from before they are written until after they are removed, so that files left by a killed process
 * are found. Without a foreign key, a row outlives its user.
 */
export const profileImages = sqliteTable(
  'profile_images',
  {
    fileName: text('file_name').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('profile_images_user').on(t.userId)],
)
