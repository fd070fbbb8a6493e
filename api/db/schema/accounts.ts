import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

import { NETWORK_IDS } from '#shared/networks.ts'
import { users } from './auth.ts'
import { domains } from './domains.ts'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** A social account linked to a domain: one of a network for each. Tokens are sealed by ctx.box. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    domainId: text('domain_id')
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    network: text({ enum: NETWORK_IDS }).notNull(),
    /** `choosing`: signed in, and the Page or the location not chosen yet. */
    status: text({ enum: ['choosing', 'connected', 'needs_reconnect'] }).notNull(),
    /** The Page's, the professional account's or the location's id; empty while choosing. */
    providerId: text('provider_id').notNull().default(''),
    /** The person's id at the provider, app-scoped. */
    providerUserId: text('provider_user_id').notNull(),
    /** Of the person who signed in; Google's is the refresh token. */
    encryptedUserToken: text('sealed_user_token').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
    /** What posts are published with: the Page's token, the Instagram account's, or Google's access token of an hour. */
    encryptedToken: text('sealed_token'),
    tokenExpiresAt: instant('token_expires_at'),
    /** One process renews the token at a time; until then it is this one's. */
    renewingUntil: instant('renewing_until'),
    /** When the provider was last asked whether the token still works. */
    checkedAt: instant('checked_at'),
    /** The provider lets this account do nothing more until then. */
    pausedUntil: instant('paused_until'),
    name: text().notNull().default(''),
    username: text().notNull().default(''),
    picture: text().notNull().default(''),
    profile: text({ mode: 'json' }).$type<AccountProfile>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [unique('accounts_domain_network').on(t.domainId, t.network), index('accounts_user').on(t.userId)],
)
export type Account = typeof accounts.$inferSelect

export type AccountProfile = {
  location?: string
  followers?: number
  following?: number
  bio?: string
  link?: string
  email?: string
}

/** A login at a provider that a person started and has not come back from. */
export const oauthStates = sqliteTable(
  'oauth_states',
  {
    stateHash: text('state_hash').primaryKey(),
    network: text({ enum: NETWORK_IDS }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    /** Of the cookie that the starting browser holds. */
    browserHash: text('browser_hash').notNull(),
    /** PKCE's secret, sealed; only Google asks for it. */
    encryptedVerifier: text('sealed_verifier'),
    /** Of the code that the dialog gave to this browser: the person has yet to bring it with their session. */
    codeHash: text('code_hash'),
    /** The business that the window showed, if it said so; for Google always the one that is connected. */
    domainId: text('domain_id'),
    /** The screen that the browser returns to; only Google asks for it. */
    returnTo: text('return_to'),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('oauth_states_expiry').on(t.expiresAt)],
)
