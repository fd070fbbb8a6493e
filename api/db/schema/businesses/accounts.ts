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
  unique,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { RECONNECT_CAUSES } from '#shared/accounts.ts'
import { type NetworkId, NETWORK_IDS } from '#shared/networks.ts'
import { domains } from './domains.ts'

/** Social accounts, at most one per network and business. Tokens are encrypted by `ctx.cipher`. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    domainId: partOf('domain_id', () => domains.id),
    network: text({ enum: NETWORK_IDS }).notNull(),
    /** `choosing`: signed in, but no Page or location chosen yet. */
    status: text({ enum: ['choosing', 'connected', 'needs_reconnect'] }).notNull(),
    /** The reason for reconnecting; meaningless in any other status. */
    reconnectCause: text('reconnect_cause', { enum: RECONNECT_CAUSES }).notNull().default('signed_out'),
    /** Id of the Page, professional account or location; empty while choosing. */
    providerId: text('provider_id').notNull().default(''),
    /** App-scoped id of the person who signed in. */
    providerUserId: text('provider_user_id').notNull(),
    /** User-level token. For Google this is the refresh token. */
    encryptedUserToken: text('sealed_user_token').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
    /** Token for publishing: the Page's, the Instagram account's, or Google's one-hour access token. */
    encryptedToken: text('sealed_token'),
    tokenExpiresAt: instant('token_expires_at'),
    /** Lease of the process that is renewing the token. */
    renewingUntil: instant('renewing_until'),
    /** Time at which we last checked the token with the provider. */
    checkedAt: instant('checked_at'),
    /** End of the cool-down that the provider asked for. */
    coolDownUntil: instant('paused_until'),
    name: text().notNull().default(''),
    username: text().notNull().default(''),
    picture: text().notNull().default(''),
    profile: json<AccountProfile>('profile').notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** True if a person without a login of ours signed in. Then no member sees the other Pages of that sign-in. */
    viaLink: flag('via_link').notNull().default(false),
  },
  t => [unique('accounts_domain_network').on(t.domainId, t.network), index('accounts_user').on(t.userId)],
)
export type Account = typeof accounts.$inferSelect

export type AccountProfile = {
  location?: string
  phone?: string
  followers?: number
  following?: number
  bio?: string
  link?: string
  email?: string
}

/** Links with which people without a login of ours connect accounts to one business. */
export const connectLinks = sqliteTable(
  'connect_links',
  {
    id: text().primaryKey(),
    domainId: partOf('domain_id', () => domains.id),
    /** The member who created the link. It stops working when their membership ends. */
    userId: partOf('user_id', () => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    /** Networks that may be connected, each once. */
    networks: json<NetworkId[]>('networks').notNull(),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    openings: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('connect_links_domain').on(t.domainId, t.createdAt), index('connect_links_user').on(t.userId)],
)
export type ConnectLinkRow = typeof connectLinks.$inferSelect

/** Completed sign-ins of visitors with a connect link. */
export const connectLinkUses = sqliteTable(
  'connect_link_uses',
  {
    linkId: partOf('link_id', () => connectLinks.id),
    network: text({ enum: NETWORK_IDS }).notNull(),
    /** The sign-in, encrypted, until its visitor has chosen a Page or location; null once the network is connected. */
    encryptedLogin: text('sealed_login'),
    /** Hash of a cookie in the browser that signed in. Only that browser may choose. */
    browserHash: text('browser_hash').notNull(),
    /** Name of the account that was connected. */
    name: text().notNull().default(''),
    at: instant('at').notNull(),
  },
  t => [primaryKey({ columns: [t.linkId, t.network] })],
)

/** Sign-ins at a provider that have been started but not completed. */
export const oauthStates = sqliteTable(
  'oauth_states',
  {
    stateHash: text('state_hash').primaryKey(),
    network: text({ enum: NETWORK_IDS }).notNull(),
    userId: partOf('user_id', () => users.id),
    sessionId: text('session_id').notNull(),
    /** Hash of a cookie in the browser that started the sign-in. */
    browserHash: text('browser_hash').notNull(),
    /** Encrypted PKCE verifier of Google, website that was found for WordPress, or pending sign-in and business for Bluesky. */
    encryptedVerifier: text('sealed_verifier'),
    /** Hash of the code that the provider's dialog returned, until the signed-in browser exchanges it. */
    codeHash: text('code_hash'),
    /** The business selected in the browser window, if known; for Google always the business to be connected. */
    domainId: text('domain_id'),
    /** The screen that the browser returns to; only for Google. */
    returnTo: text('return_to'),
    /** The connect link with which a visitor started the sign-in; null for members. */
    connectLinkId: text('connect_link_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('oauth_states_expiry').on(t.expiresAt)],
)
