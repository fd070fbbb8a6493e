import { flag as optionalFlag, partOf, sqliteTable, text, index, instant } from '#api/db/schema/columns.ts'
import { APPEARANCES, LANGUAGES, PROFILE_VISIBILITIES } from '#shared/settings.ts'
import { users } from './auth.ts'

const flag = (name: string) => optionalFlag(name).notNull()

/** Saved settings. Without a row, the defaults of `shared/settings.ts` apply. */
export const settings = sqliteTable('settings', {
  userId: partOf('user_id', () => users.id).primaryKey(),
  emailNotifications: flag('email_notifications'),
  publishedEmails: flag('published_emails').default(false),
  pushNotifications: flag('push_notifications'),
  socialNotifications: flag('social_notifications'),
  marketingEmails: flag('marketing_emails'),
  dataSharing: flag('data_sharing'),
  profileVisibility: text('profile_visibility', { enum: PROFILE_VISIBILITIES }).notNull(),
  language: text({ enum: LANGUAGES }).notNull(),
  appearance: text({ enum: APPEARANCES }).notNull(),
  keyboardShortcuts: flag('keyboard_shortcuts').default(true),
})

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
