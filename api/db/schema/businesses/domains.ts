import { flag, index, instant, json, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { Voice } from '#shared/businesses/voice.ts'
import type { LinkTags } from '#shared/posts/link-tags.ts'
import type { PostButton } from '#shared/posts/post-button.ts'

export const domains = sqliteTable(
  'domains',
  {
    id: text().primaryKey(),
    /** One of the owners, toward whose limits the business counts. Without other members, the business is deleted with them. */
    userId: partOf('user_id', () => users.id),
    businessName: text('business_name').notNull(),
    websiteUrl: text('website_url').notNull().default(''),
    /** No longer used: `members.isSelected` replaced it. */
    wasSelected: flag('is_selected').notNull().default(false),
    /** IANA name; null until somebody sets it. */
    timeZone: text('time_zone'),
    /** UTM tags for links in its posts; null if nobody has set them. */
    linkTags: json<LinkTags>('link_tags'),
    /** The button of new posts; null for none. */
    postButton: json<PostButton>('post_button'),
    /** The voice in which AI writes its posts; null if nobody has described it. */
    voice: json<Voice>('voice'),
    /** True for the sample business of a demo, whose posts and figures are made up. */
    isSample: flag('is_sample').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('domains_user').on(t.userId, t.createdAt)],
)
